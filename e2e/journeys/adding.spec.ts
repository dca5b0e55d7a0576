import { colorOf, draw, expectDrawn, openSnapshot } from '../world/drawing';
import { readFrameNumber } from '../world/media';
import { inspect } from '../world/inspect';
import {
  acceptCall,
  dismissCall,
  expectToSee,
  hangUp,
  messagesOf,
  ringOf,
  takeSnapshot,
  talk,
  tilesOf,
  write,
} from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test.use({ settings: { MAX_USERS_IN_CALL: '3' } });

test('a third person is added and sees both others, an earlier message and an earlier snapshot; a full call accepts no fourth', async ({
  person,
}, testInfo) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2');
  await luca.page.getByRole('button', { name: 'Feed pump P-204', exact: true }).click();
  await talk(luca, giulia);
  await write(luca, 'The needle jumps between 2 and 4 bar');
  await expect(await messagesOf(giulia)).toContainText(['The needle jumps']);
  await takeSnapshot(giulia);
  const frame = await readFrameNumber(tilesOf(giulia).first().locator('img'));

  await expectOnTop(giulia.page.getByRole('button', { name: 'Add person' }));
  await giulia.page.keyboard.press('i');
  const dialog = giulia.page.getByRole('dialog', { name: 'Add someone to the call' });
  await expectOnTop(dialog.getByRole('button', { name: 'Add Marco Bassi' }));
  await giulia.page.screenshot({ path: testInfo.outputPath('add.png') });
  await inspect(giulia.page);
  await dialog.getByRole('searchbox').fill('marco');
  await dialog.getByRole('button', { name: 'Add Marco Bassi' }).click();
  await expect(dialog).toBeHidden();
  await expectOnTop(giulia.page.getByText('Marco, Ringing…'));
  await giulia.page.screenshot({ path: testInfo.outputPath('ringing.png') });

  await expect(ringOf(marco, luca)).toContainText('Feed pump P-204');
  await marco.page.screenshot({ path: testInfo.outputPath('incoming.png') });
  await acceptCall(marco);
  await expectToSee(marco, luca, giulia);
  await expectToSee(giulia, luca, marco);
  await expect(await messagesOf(marco)).toContainText(['The needle jumps between 2 and 4 bar']);
  await expect(tilesOf(marco).first()).toHaveAttribute('data-state', 'ready');
  expect(await readFrameNumber(tilesOf(marco).first().locator('img'))).toEqual(frame);

  await write(marco, 'Close valve 2 first');
  for (const other of [giulia, luca]) await expect(await messagesOf(other)).toContainText(['Close valve 2 first']);
  // Three of three: the call is full.
  await expect(giulia.page.getByRole('button', { name: 'Add person' })).toHaveCount(0);
  await giulia.page.screenshot({ path: testInfo.outputPath('three.png') });
});

test('a participant who joins after the author has left sees their drawing', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2');
  await talk(luca, giulia);
  await takeSnapshot(giulia);
  await openSnapshot(giulia);
  const hers = await colorOf(giulia);
  await draw(giulia, [0.25, 0.3], [0.6, 0.3]);
  await giulia.page.getByRole('button', { name: 'Add person' }).click();
  await giulia.page.getByRole('button', { name: 'Add Marco Bassi' }).click();
  await expectOnTop(ringOf(marco, luca));
  await hangUp(giulia);

  await acceptCall(marco);
  await expect(tilesOf(marco).first()).toHaveAttribute('data-state', 'ready');
  await openSnapshot(marco);
  await expectDrawn(marco, [0.4, 0.3], hers);
});

test('on a phone, in Italian: a field user adds a colleague, who declines first', async ({ person }, testInfo) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', language: 'it' });
  const marco = await person('operator2');
  await luca.page.getByRole('button', { name: /^Chiama Giulia Ferri/ }).click();
  await acceptCall(giulia);
  const add = async () => {
    await luca.page.getByRole('button', { name: 'Altro', exact: true }).click();
    await luca.page.getByRole('button', { name: 'Aggiungi persona' }).click();
  };
  await add();
  const dialog = luca.page.getByRole('dialog', { name: 'Aggiungi qualcuno alla chiamata' });
  await expectOnTop(dialog.getByRole('button', { name: 'Aggiungi Marco Bassi' }));
  await luca.page.screenshot({ path: testInfo.outputPath('add-phone.png') });
  await dialog.getByRole('button', { name: 'Aggiungi Marco Bassi' }).click();
  await expectOnTop(luca.page.getByText('Chiamata a Marco…'));
  await luca.page.screenshot({ path: testInfo.outputPath('ringing-phone.png') });
  await marco.page.getByRole('button', { name: 'Decline' }).click();
  await expectOnTop(luca.page.getByText('Marco ha rifiutato'));
  await luca.page.screenshot({ path: testInfo.outputPath('declined-phone.png') });
  await inspect(luca.page);
  await add();
  await dialog.getByRole('button', { name: 'Aggiungi Marco Bassi' }).click();
  await acceptCall(marco);
  await expectToSee(luca, giulia, marco);
  await luca.page.screenshot({ path: testInfo.outputPath('three-phone.png') });
});

test('a group call: one declines, one joins, and the next call rings both again', async ({ person }, testInfo) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2', { device: 'phone', language: 'it' });
  await marco.page.goto('/people');
  await marco.page.getByRole('button', { name: 'Altro', exact: true }).click();
  await marco.page.getByRole('menuitem', { name: 'Seleziona più persone da chiamare' }).click();
  await marco.page.getByRole('checkbox', { name: luca.name }).check();
  await marco.page.screenshot({ path: testInfo.outputPath('select-phone.png') });
  await marco.page.getByRole('button', { name: 'Annulla' }).click();

  await giulia.page.goto('/people');
  await giulia.page.getByRole('button', { name: 'More', exact: true }).click();
  await giulia.page.getByRole('menuitem', { name: 'Select several to call' }).click();
  for (const { name } of [luca, marco]) await giulia.page.getByRole('checkbox', { name }).check();
  await expect(giulia.page.getByText('2 selected')).toBeVisible();
  await giulia.page.screenshot({ path: testInfo.outputPath('select.png') });
  await inspect(giulia.page);
  await giulia.page.getByRole('button', { name: 'Call together' }).click();

  await expectOnTop(ringOf(luca, giulia));
  await giulia.page.screenshot({ path: testInfo.outputPath('calling.png') });
  await marco.page.getByRole('button', { name: 'Rifiuta' }).click();
  await acceptCall(luca);
  await expectToSee(luca, giulia);
  await hangUp(giulia);
  await dismissCall(giulia);
  await giulia.page.goto('/');
  await giulia.page
    .getByRole('button', { name: /^Call (Luca Moretti and Marco Bassi|Marco Bassi and Luca Moretti) again$/ })
    .click();
  await expectOnTop(ringOf(luca, giulia));
  await expectOnTop(marco.page.getByRole('alertdialog'));
});

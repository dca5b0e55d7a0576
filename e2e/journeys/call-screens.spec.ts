import { inspect } from '../world/inspect';
import { expectWholeScreen, FIELD_TARGET, readLargeText } from '../world/large-text';
import {
  acceptCall,
  callPerson,
  expectToSeeEachOther,
  hangUp,
  messagesOf,
  ringOf,
  stageOf,
  takeSnapshot,
  tilesOf,
  write,
} from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

test('a call from its ring to its page, on a phone and on a desktop', async ({ person }) => {
  // Twelve screens are inspected, some of them with live video.
  test.slow();
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });

  await callPerson(luca, giulia);
  await expectOnTop(ringOf(giulia, luca));
  await inspect(luca.page);
  await inspect(giulia.page);

  await acceptCall(giulia);
  await expectToSeeEachOther(luca, giulia);
  await write(giulia, 'Close valve 2 first');
  await expectOnTop(luca.page.getByRole('button', { name: 'Giulia: Close valve 2 first' }));
  await inspect(luca.page);
  await inspect(giulia.page);
  await expect(await messagesOf(luca)).toContainText(['Close valve 2 first']);
  await inspect(luca.page);
  await luca.page.getByRole('button', { name: 'Close the chat' }).click();
  await takeSnapshot(giulia);
  await tilesOf(giulia).first().click();
  await expect(stageOf(luca)).toHaveAttribute('data-mode', 'annotations');
  await inspect(luca.page);
  await inspect(giulia.page);

  await hangUp(luca);
  for (const { page } of [luca, giulia]) {
    await expectOnTop(page.getByRole('button', { name: 'Done' }));
    await inspect(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/1 snapshot|Answered/).first()).toBeVisible();
    await inspect(page);
  }
});

test('an incoming call on a phone, and the card that explains the camera permission', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', camera: 'refused' });

  await callPerson(giulia, luca);
  await expectOnTop(ringOf(luca, giulia));
  await inspect(luca.page);
  await acceptCall(luca);
  await expectOnTop(luca.page.getByRole('heading', { name: 'The camera is blocked' }));
  await inspect(luca.page);
});

for (const language of ['en', 'it'] as const)
  test(`with text of twice the size on a phone of 320 px a call is whole, and a glove finds its controls, ${language}`, async ({
    person,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone', language });
    const { page } = luca;
    await readLargeText(page);
    await page.goto('/');
    const check = (name: string) => expectWholeScreen(page, name, FIELD_TARGET);

    await page.getByRole('button', { name: new RegExp(`^(Call|Chiama) ${giulia.name}(,|$)`) }).click();
    await expectOnTop(ringOf(giulia, luca));
    await check('calling');
    await acceptCall(giulia);
    await expectToSeeEachOther(luca, giulia);
    await check('live');
    await page.getByRole('button', { name: /^(More|Altro)/ }).click();
    await check('more');
    await page.keyboard.press('Escape');
    await write(giulia, 'Close valve 2 first, see https://pump.example/manuals/feed-pump-p-204');
    await page.getByRole('button', { name: /^Chat/ }).click();
    await expectWholeScreen(page, 'chat');
    await page.keyboard.press('Escape');
    await takeSnapshot(giulia);
    await tilesOf(giulia).first().click();
    await expect(stageOf(luca)).toHaveAttribute('data-mode', 'annotations');
    await check('a shown snapshot');
    await hangUp(giulia);
    await expectOnTop(page.getByRole('button', { name: /^(Done|Fatto)$/ }));
    await check('the end');
  });

import { guestLinkBy } from '../world/guest-link';
import { inspect, sticksOut } from '../world/inspect';
import { expectWholeScreen, FIELD_TARGET, readLargeText } from '../world/large-text';
import { EMOJI, LONG, rename, RIGHT_TO_LEFT } from '../world/names';
import {
  acceptCall,
  callPerson,
  expectToSee,
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

for (const language of ['en', 'it'] as const) {
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
    await page
      .locator('label')
      .filter({ hasText: /^4 (stars|stelle)$/ })
      .click();
    await expect(page.getByRole('textbox')).toBeVisible();
    await check('the comment of a rating');
  });

  test(`with text of twice the size on a phone of 320 px a guest finds every screen whole, ${language}`, async ({
    person,
    visitor,
  }) => {
    const giulia = await person('operator');
    const rosa = { ...(await visitor('assisted2', { device: 'phone', language })), name: 'Rosa Blu' };
    const { page } = rosa;
    const check = (name: string) => expectWholeScreen(page, name);
    await readLargeText(page);
    await page.goto(await guestLinkBy(giulia));
    const start = page.getByRole('button', { name: /^(Start the call|Inizia la chiamata)$/ });
    await expectOnTop(start);
    await check('a guest link');
    await start.click();
    await check('a missing name');
    await page.getByRole('textbox').fill(rosa.name);
    await start.click();
    await expectOnTop(ringOf(giulia, rosa));
    await check('a guest who waits');
    await giulia.page.getByRole('button', { name: 'Decline' }).click();
    await expectOnTop(page.getByRole('button', { name: /^(Done|Fatto)$/ }));
    await check('a declined call of a guest');
    await page.getByRole('button', { name: /^(Done|Fatto)$/ }).click();
    const again = page.getByRole('button', { name: /Giulia/ });
    await expectOnTop(again);
    await check('a guest between two calls');
    await again.click();
    await acceptCall(giulia);
    await expectToSee(rosa, giulia);
    await hangUp(giulia);
    await expect(page.getByText(/^4 (stars|stelle)$/)).toBeAttached();
    await check('the rating of a guest');
  });
}

for (const [kind, first, second] of [
  ['two hundred letters', LONG, LONG],
  ['right to left, and of emoji', RIGHT_TO_LEFT, EMOJI],
] as const)
  test(`with names of ${kind} a call is whole from its ring to its report`, async ({ person, server }) => {
    await rename(server, { 'operator@demo.example': first, 'assisted@demo.example': second });
    const giulia = { ...(await person('operator')), name: first };
    const luca = { ...(await person('assisted', { device: 'phone' })), name: second };
    const both = async (name: string) => {
      for (const { page } of [giulia, luca]) {
        await expectWholeScreen(page, name, 0);
        expect(await sticksOut(page), name).toBe(0);
      }
    };
    await luca.page.goto('/people');
    await luca.page.getByRole('link', { name: giulia.name, exact: true }).click();
    await luca.page.getByRole('button', { name: 'Call', exact: true }).click();
    await expectOnTop(ringOf(giulia, luca));
    await both('the ring');
    await acceptCall(giulia);
    await expectToSeeEachOther(luca, giulia);
    for (const { page } of [giulia, luca]) {
      await expect(page.getByRole('button', { name: 'End call' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).last()).toBeInViewport({
        ratio: 1,
      });
    }
    await both('the call');
    await takeSnapshot(giulia);
    await tilesOf(giulia).first().click();
    await expect(stageOf(luca)).toHaveAttribute('data-mode', 'annotations');
    await both('a snapshot');
    await hangUp(giulia);
    await expectOnTop(giulia.page.getByRole('button', { name: 'Done' }));
    await both('the end');
    await giulia.page.getByRole('link', { name: 'Details' }).click();
    await expect(giulia.page.getByRole('heading', { level: 1, name: luca.name })).toBeVisible();
    await expectWholeScreen(giulia.page, 'its page');
    await expect(giulia.page.getByRole('button', { name: 'Print or save as PDF' })).toBeEnabled();
    await giulia.page.emulateMedia({ media: 'print' });
    expect(await sticksOut(giulia.page), 'the report').toBe(0);
  });

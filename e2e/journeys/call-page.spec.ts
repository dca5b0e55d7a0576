import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { readFrameNumber } from '../world/media';
import type { Person } from '../world/person';
import { dismissCall, hangUp, messagesOf, takeSnapshot, talk, tilesOf, write } from '../world/steps';
import { contains, readEverythingStored } from '../world/stored';
import { expect, test } from '../world/test';

const MESSAGE = 'The seal drips behind the coupling';
const NOTES = 'Order a new seal, size 40';

/** What is printed is on the page too, unseen. */
const onScreen = (page: Page, words: string) => page.getByText(words).filter({ visible: true });

/** The page of the call, complete. */
async function expectReport({ page }: Person, other: Person, film: number) {
  await expect(page.getByRole('heading', { name: `Call with ${other.name}` })).toBeVisible();
  for (const words of ['Feed pump P-204', 'Answered', MESSAGE]) await expect(onScreen(page, words)).toBeVisible();
  await expect.poll(() => readFrameNumber(thumbnailOf(page).locator('img'))).toMatchObject({ person: film });
}

const thumbnailOf = (page: Page) => page.getByRole('button', { name: /^Snapshot 1, .*: enlarge$/ });

/** On paper: no navigation, light colours, and no page break inside a snapshot. */
async function expectPaper(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(onScreen(page, MESSAGE)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const snapshot = page
    .getByTestId('report')
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') });
  await expect(snapshot).toHaveCSS('break-inside', 'avoid');
}

test('a call has a page on both sides: messages, pictures, notes, and a printed report', async ({
  person,
  server,
}, testInfo) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await luca.page.getByRole('button', { name: 'Feed pump P-204', exact: true }).click();
  await talk(luca, giulia);
  await write(luca, MESSAGE);
  await expect(await messagesOf(giulia)).toContainText([MESSAGE]);
  await takeSnapshot(giulia);
  await expect(tilesOf(luca).first()).toHaveAttribute('data-state', 'ready');
  await hangUp(giulia);

  // From the call that has just ended, and from the history.
  await giulia.page.getByRole('link', { name: 'Details' }).click();
  await expectReport(giulia, luca, luca.film);
  await dismissCall(luca);
  await luca.page.getByRole('link', { name: /^Call with Giulia Ferri/ }).click();
  await expectReport(luca, giulia, luca.film);

  await thumbnailOf(giulia.page).click();
  const viewer = giulia.page.getByRole('dialog', { name: 'Snapshots' });
  await expect(viewer).toContainText('Snapshot 1 of 1, Giulia Ferri');
  await expect.poll(() => readFrameNumber(viewer.locator('img'))).toMatchObject({ person: luca.film });
  await giulia.page.screenshot({ path: testInfo.outputPath('viewer.png') });
  await giulia.page.keyboard.press('Escape');
  await expect(thumbnailOf(giulia.page)).toBeFocused();

  await giulia.page.context().setOffline(true);
  await giulia.page.getByRole('button', { name: 'Write notes' }).click();
  await giulia.page.getByRole('textbox', { name: 'Notes' }).fill(NOTES);
  await giulia.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(giulia.page.getByText('Saved on this device')).toBeVisible();
  await giulia.page.context().setOffline(false);
  await expect(giulia.page.getByText(/^Giulia Ferri, .* · Saved$/)).toBeVisible();

  for (const [one, other] of [
    [giulia, luca],
    [luca, giulia],
  ] as const) {
    await one.page.reload();
    await expectReport(one, other, luca.film);
    await expect(onScreen(one.page, NOTES)).toBeVisible();
    await one.page.screenshot({ path: testInfo.outputPath(`${one.film}.png`), fullPage: true });
    await inspect(one.page);
    await expectPaper(one.page);
    await one.page.screenshot({ path: testInfo.outputPath(`${one.film}-paper.png`), fullPage: true });
  }
  await giulia.page.pdf({ path: testInfo.outputPath('report.pdf'), preferCSSPageSize: true });

  const stored = await readEverythingStored(server);
  expect(stored.map(({ where }) => where)).toContain('public.call_notes.notes');
  expect(stored.filter((entry) => contains(entry, Buffer.from(NOTES))).map(({ where }) => where)).toEqual([]);
});

test('another user’s call is not found', async ({ person }) => {
  const { page } = await person('operator2');
  await page.goto('/calls/0190a000-0000-7000-8000-00000000ffff');
  await expect(page.getByText('Call not found')).toBeVisible();
  await inspect(page);
  await page.getByRole('link', { name: 'Show calls' }).click();
  await expect(page.getByRole('heading', { name: 'Calls', exact: true })).toBeVisible();
});

/** The printed report of a call: a document that a company sends to its customer, with nothing of the screen in it. */
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { draw, openSnapshot } from '../world/drawing';
import { countPictures, hasPdfTools, pagesOfPdf } from '../world/pdf';
import { attach, hangUp, messagesOf, takeSnapshot, talk, write } from '../world/steps';
import { expect, test } from '../world/test';

const PUMP = join(import.meta.dirname, '../fixtures/pump-room.svg');
const MESSAGE = 'The manual is at https://water.example/manuals/p-204';
const NOTES = 'Order a new seal, size 40.';

test.skip(!hasPdfTools, 'needs pdftotext');

/** Prints the open page once the report is complete. */
async function print(page: Page, testInfo: TestInfo, name: string) {
  await expect(page.getByRole('button', { name: /^(Print or save as PDF|Stampa o salva come PDF)$/ })).toBeEnabled();
  const path = testInfo.outputPath(`${name}.pdf`);
  await page.pdf({ path, preferCSSPageSize: true });
  const pages = await pagesOfPdf(path);
  return { pages, text: pages.join('\n'), pictures: await countPictures(path) };
}

/** The report's pictures are decoded. */
const pictures = (page: Page) =>
  page
    .getByTestId('report')
    .evaluate((report) => [...report.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0).length);

test('the report of a call is a document: head, facts, notes, snapshots with their marks, chat, page numbers', async ({
  person,
}, testInfo) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const { page } = giulia;
  await luca.page.getByRole('button', { name: 'Feed pump P-204', exact: true }).click();
  await talk(luca, giulia);
  await write(luca, MESSAGE);
  await expect(await messagesOf(giulia)).toContainText([MESSAGE]);
  // Addresses are links, in the call and on its page.
  await expect(page.getByRole('link', { name: 'https://water.example/manuals/p-204' })).toBeVisible();
  const bowl = await sharp(PUMP).resize({ width: 320 }).webp().toBuffer();
  await attach(giulia, { name: 'gauge.webp', mimeType: 'image/webp', buffer: bowl });
  await takeSnapshot(giulia);
  await openSnapshot(giulia);
  await page.keyboard.press('5');
  await draw(giulia, [0.2, 0.8]);
  await draw(giulia, [0.6, 0.4]);
  await page.keyboard.press('6');
  await draw(giulia, [0.5, 0.5]);
  await page.keyboard.type('Close this valve');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await takeSnapshot(giulia);
  await hangUp(giulia);
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('link', { name: 'https://water.example/manuals/p-204' })).toBeVisible();

  // Without notes there is no box for them.
  // Two snapshots, and the picture of the chat. This company has no logo.
  await expect.poll(() => pictures(page)).toBe(3);
  const before = await print(page, testInfo, 'without-notes');
  expect(before.text).not.toMatch(/\bNotes\b/);
  await page.getByRole('button', { name: 'Write notes' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill(NOTES);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Giulia Ferri, .* · Saved$/)).toBeVisible();

  const report = await print(page, testInfo, 'report');
  expect(report.pages[0]).toMatch(/Demo Water Works[^]*Assistance report\s[^]*#\d{8}-[\dA-F]{4}/);
  for (const words of [
    /Subject[^]*Feed pump P-204/,
    /Product[^]*Feed pump P-204/,
    /Date[^]*\d{4}, \d\d:\d\d – \d\d:\d\d (UTC|GMT|CES?T)/,
    /Duration[^]*0:\d\d/,
    /Outcome[^]*Answered/,
    /On site[^]*Luca Moretti[^]*assisted@demo\.example/,
    /Operators[^]*Giulia Ferri[^]*operator@demo\.example/,
    /Notes[^]*Order a new seal, size 40\./,
    /1 — Giulia Ferri, \d\d:\d\d · drawn on by Giulia Ferri/,
    /1\s+set by Giulia Ferri[^]*2\s+set by Giulia Ferri[^]*Close this valve.\s+written by Giulia Ferri/,
    /2 — Giulia Ferri, \d\d:\d\d/,
    /Time\s+From\s+Message/,
    /\d\d:\d\d\s+Luca Moretti\s+The manual is at https:\/\/water\.example\/manuals\/p-204/,
    /\d\d:\d\d\s+Giulia Ferri[^]*File: gauge\.webp, [\d.]+ kB/,
  ])
    expect(report.text).toMatch(words);
  for (const [index, text] of report.pages.entries())
    expect(text).toMatch(
      new RegExp(
        `Page ${index + 1}/${report.pages.length} · Demo Water Works · generated \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d`,
      ),
    );
  // Nothing of the screen.
  expect(report.text).not.toMatch(
    /\(you\)|No notes yet|Call again|Print or save|Write notes|Edit notes|Download|Delivered|Show calls/,
  );
  expect(report.pictures).toBeGreaterThanOrEqual(3);

  // A dark screen prints the same; in Italian it is Italian.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('language', 'it'));
  await page.reload();
  await expect.poll(() => pictures(page)).toBe(3);
  const italian = await print(page, testInfo, 'italian');
  expect(italian.text).toMatch(/Rapporto di assistenza[^]*Sul posto[^]*Luca Moretti/);
  expect(italian.text).toMatch(/Pagina 1\/\d+ · Demo Water Works · generato/);
});

test('a call of four hours with two hundred snapshots prints, a snapshot never over the end of a page', async ({
  person,
}, testInfo) => {
  test.slow();
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const { page } = giulia;
  await talk(luca, giulia);
  await takeSnapshot(giulia);
  await hangUp(giulia);

  // The one snapshot two hundred times, and a length of four hours.
  const idOf = (index: number) => `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  await page.route(/\/services\/calls\/[^/]+\/pics$/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: Record<string, unknown>[] };
    const many = Array.from({ length: 200 }, (_, index) => ({ ...data[0], UniqueId: idOf(index) }));
    await route.fulfill({ response, json: { ...rest, data: many } });
  });
  await page.route(/\/services\/calls\/[^/]+\/pics\/[^/]+\/drawings$/, (route) =>
    route.fulfill({ json: { result: { success: true, code: 200, message: '' }, data: [] } }),
  );
  await page.route(/\/services\/calls\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/"DurationSeconds":[\d.]+/, '"DurationSeconds":14400') });
  });
  await page.getByRole('link', { name: 'Details' }).click();
  await expect.poll(() => pictures(page), { timeout: 60_000 }).toBe(200);
  const report = await print(page, testInfo, 'long');
  expect(report.text).toContain('4:00:00');
  expect(report.text).toContain('200 — Giulia Ferri');
  expect(report.pictures).toBeGreaterThanOrEqual(200);
  expect(report.pages.length).toBeGreaterThan(60);
  // The caption is on the page of its picture, so no page begins with one.
  for (const text of report.pages.slice(1)) expect(text.trim().split('\n').length).toBeGreaterThan(1);
});

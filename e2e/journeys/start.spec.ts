/** What a visitor sees whose scripts do not arrive, or whose browser stores nothing: never a white page, and always a way on. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../world/browser';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

/** Of Chromium's content settings. */
const BLOCK = 2;

test('a page whose scripts fail says so, and loads by «Try again»', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/earth');
  await expect(page.getByText('Couldn’t load the page')).toBeVisible();
  await inspect(page);
  await page.unroute('**/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a page whose scripts hang says after eight seconds that the connection is slow, and removes it when it starts', async ({
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone', language: 'it' });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/', { waitUntil: 'commit' });
  const note = page.getByText('Connessione lenta. Ancora in caricamento…');
  await expect(page.locator('#start-note')).toBeAttached();
  await page.clock.fastForward(7_000);
  await expect(note).toBeHidden();
  await page.clock.fastForward(2_000);
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'Riprova' })).toBeVisible();
  await page.clock.resume();
  arrive();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('#start-note')).toHaveCount(0);
});

test('without JavaScript the page says what it needs', async ({ visitor, server }) => {
  const { browser } = await visitor('assisted');
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/earth');
  // Searches by text skip this element.
  const line = page.locator('noscript p');
  await expect(line).toBeVisible();
  await expect(line).toContainText('This page needs JavaScript.');
  await context.close();
});

test('in a browser that is set to store nothing, the app starts, and remembers as long as the page is open', async ({
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'earth-profile-'));
  await mkdir(join(folder, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: BLOCK } } };
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions(), locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const remembers = () => page.evaluate(() => localStorage.getItem('a-text'));
    await page.goto(`${server.url}/earth`);
    await expect(page.getByRole('main')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('a-text', 'kept'));
    expect(await remembers()).toBe('kept');
    await page.reload();
    await expect(page.getByRole('main')).toBeVisible();
    expect(await remembers()).toBeNull();
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});

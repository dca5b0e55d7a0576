/** What is left of the app without a net, and how a new build comes. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

/** Once the worker holds the page, what was loaded before it is kept too. */
const workerHolds = (page: Page, kept: RegExp) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const caches = await window.caches.keys();
        const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
      }),
    )
    .toContainEqual(expect.stringMatching(kept));

const isDrawn = (page: Page, index = 0) =>
  expect
    .poll(() =>
      page
        .locator('main img:not([src^="data:"])')
        .nth(index)
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    )
    .toBeGreaterThan(0);

test('without the net a reload shows the shell, the menu, what was seen and what was saved with its picture', async ({
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await page.getByRole('link', { name: 'City museum' }).click();
  await page.getByRole('button', { name: 'Save Amphora with a rider' }).click();
  await page.getByRole('link', { name: 'Head of a young ruler' }).click();
  await expect(page.getByText('pulled from the river in 1931')).toBeVisible();
  const address = page.url();
  await workerHolds(page, /^\/assets\/content-detail/);
  await workerHolds(page, /^\/(media|pictures)\//);
  await workerHolds(page, /^\/api\/infocontents\/\d+\?/);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Head of a young ruler' })).toBeVisible();
  await expect(page.getByText('Offline. What was loaded stays readable.')).toBeVisible();
  await isDrawn(page);
  await inspect(page);

  await page.goto('/earth');
  await expect(page.getByRole('link', { name: 'Parks' })).toBeVisible();
  await page.getByRole('link', { name: 'City museum' }).click();
  await expect(page.getByRole('link', { name: 'Mosaic of the two fish' })).toBeVisible();
  await page.getByRole('link', { name: 'Mosaic of the two fish' }).click();
  await expect(page.getByText('The content did not load')).toBeVisible();
  await inspect(page);

  await page.goto('/preferiti');
  await page.getByRole('link', { name: 'Amphora with a rider' }).click();
  await expect(page.getByText('It held oil')).toBeVisible();
  await isDrawn(page);

  await page.context().setOffline(false);
  await page.goto(address);
  await expect(page.getByText('Offline. What was loaded stays readable.')).toBeHidden();
});

test('what only somebody signed in may see is never kept, and what they saw goes when they sign out', async ({
  person,
}) => {
  const { page } = await person('operator');
  await page.goto('/earth');
  await page.getByRole('link', { name: 'City museum' }).click();
  await page.getByRole('link', { name: 'Head of a young ruler' }).click();
  await workerHolds(page, /^\/api\/infocontents\/\d+\?/);
  const kept = () =>
    page.evaluate(async () => {
      const names = await window.caches.keys();
      const caches = await Promise.all(names.map(async (name) => window.caches.open(name)));
      const answers = await Promise.all(
        caches.map(async (cache) => Promise.all((await cache.keys()).map(async (key) => cache.match(key)))),
      );
      const texts = await Promise.all(
        answers.flat().map(async (answer) => (answer?.url.includes('/api/') ? answer.text() : '')),
      );
      return { names, texts: texts.join('') };
    });
  expect((await kept()).texts).not.toContain('"visibility":"company"');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(async () => (await kept()).names).not.toContain('seen-contents');
});

test('a new build offers itself, and takes over when somebody says so', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await workerHolds(page, /^\/assets\//);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const script = await readFile(fileURLToPath(new URL('../../apps/web/dist/sw.js', import.meta.url)), 'utf8');
  await page
    .context()
    .route('**/sw.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script.replace(/version:"\w+"/, 'version:"thenext"') }),
    );
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

  const offer = page.getByRole('status').filter({ hasText: 'A new version is there' });
  await expect(offer).toBeVisible();
  await inspect(page);
  await page.evaluate(() => {
    document.title = 'This very page';
  });
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page).not.toHaveTitle('This very page');
  await expect.poll(() => page.evaluate(async () => (await window.caches.keys()).includes('shell-thenext'))).toBe(true);
  await expect(offer).toBeHidden();
});

/** Pictures of the visitors' pages of a new server, and of the second brand, for review. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photographer } from '../world/pictures';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

/** All visible pictures have loaded. */
const expectPictures = (page: Page) =>
  expect
    .poll(() =>
      page.locator('img').evaluateAll((images) =>
        images
          .filter((image) => {
            const { top, bottom } = image.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
          })
          .every((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
      ),
    )
    .toBe(true);

/** Follows the first link with this address prefix. */
async function follow(page: Page, address: string) {
  await page.getByRole('main').locator(`a[href^="${address}"]`).first().click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith(address));
}

/** The map has drawn more than its background. */
const expectMap = (page: Page) =>
  expect
    .poll(async () => {
      // A change of the colour scheme recreates the map, so for a moment there is none.
      const picture = await page
        .locator('canvas')
        .screenshot({ timeout: 5_000 })
        .catch(() => null);
      if (!picture) return 0;
      const { channels } = await sharp(picture).stats();
      return Math.max(...channels.map(({ stdev }) => stdev));
    })
    .toBeGreaterThan(5);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const language of ['en', 'it'] as const) {
  test(`a visitor’s pages, ${language}`, async ({ visitor }, testInfo) => {
    const { page } = await visitor('assisted', { device: 'phone', language });
    const take = photographer(page, testInfo);
    const look = async (name: string) => {
      await expect(heading(page)).toBeVisible();
      await expectPictures(page);
      await take(name);
    };
    await page.goto('/earth');
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await look('home');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await take('menu');
    await page.keyboard.press('Escape');

    await follow(page, '/content-list/');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await look('list');
    await follow(page, '/content-detail/');
    await look('detail');
    await page.goto('/content-kml?cid=13733');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await take('map', () => expectMap(page));
    for (const path of ['preferiti', 'contact', 'settings', 'terms', 'credits', 'tutorial', 'arscenes'])
      await page.goto(`/${path}`).then(() => look(path));
  });

  test(`overlays of a visitor’s pages, ${language}`, async ({ visitor }, testInfo) => {
    const { page } = await visitor('assisted', { device: 'phone', language });
    const take = photographer(page, testInfo);
    await page.goto('/landing-image');
    await expect(heading(page)).toBeVisible();
    await expectPictures(page);
    await take('landing-image');
    await page.goto('/result');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectPictures(page);
    await take('result');
    await page.goto('/earth');
    await follow(page, '/menu-list/');
    await expect(heading(page)).toBeVisible();
    await expectPictures(page);
    await take('menu-list');
    await page.goto('/earth');
    await follow(page, '/content-list/');
    await follow(page, '/content-detail/');
    await page
      .getByRole('button', { name: /^(Enlarge|Ingrandisci)/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectPictures(page);
    await take('photographs');
    await page.goto('/menu-list/?cid=999999');
    await expect(page.getByRole('dialog')).toBeVisible();
    await take('no-data');
  });

  test(`members’ pages, ${language}`, async ({ person }, testInfo) => {
    const { page } = await person('operator', { device: 'phone', language });
    const take = photographer(page, testInfo);
    await page.goto('/pre-tutorial');
    const approve = page.getByRole('button', { name: /^APPROV/ });
    await expect(approve).toBeVisible();
    await take('terms-asked');
    await page.getByRole('dialog').getByRole('region').focus();
    await page.keyboard.press('End');
    await approve.click();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectPictures(page);
    await take('members');
    await page.getByRole('button', { name: /^Filt/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await take('filter');
    await page.keyboard.press('Escape');
    await page.goto('/earth');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: /^(Sign out|Esci)$/ }).click();
    await expect(page.getByRole('dialog', { name: /logout|uscire/i })).toBeVisible();
    await take('sign-out');
  });

  test(`an admin’s statistics, ${language}`, async ({ person }, testInfo) => {
    const { page } = await person('admin', { language });
    const counted = page.waitForResponse((response) => response.url().endsWith('/services/events'));
    await page.goto('/earth');
    await counted;
    await page.goto('/admin/statistics');
    await expect(page.getByRole('table').first()).toBeVisible();
    await photographer(page, testInfo)('statistics');
  });

  test.describe('the second brand', () => {
    test.use({ settings: { BRAND: 'lastrica' } });

    test(`is a product of its own, ${language}`, async ({ server, visitor }, testInfo) => {
      const elena = await visitor('tilesOperator', { device: 'phone', language });
      const { page } = elena;
      const look = photographer(page, testInfo);
      await page.goto('/login/');
      await expect(page.getByRole('textbox')).toBeVisible();
      await look('brand-sign-in');
      await signIn(server, elena);
      await page.goto('/tiles');
      await expect(page.getByRole('listitem').first()).toBeVisible();
      await expectPictures(page);
      await look('brand-home');
      await follow(page, '/content-detail/');
      await expect(heading(page)).toBeVisible();
      await expectPictures(page);
      await look('brand-detail');
    });
  });
}

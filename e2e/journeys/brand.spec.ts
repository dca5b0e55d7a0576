/** Two brands: Earth, and a tile manufacturer. */
import { inspect } from '../world/inspect';
import { signIn } from '../world/sign-in';
import { expect, test } from '../world/test';

test('Earth’s terms are those of a public app', async ({ visitor }) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/terms');
  await expect(page.getByText('Anyone can look around.')).toBeVisible();
  await inspect(page);
});

test.describe('Lastrica', () => {
  test.use({ settings: { BRAND: 'lastrica' } });

  for (const device of ['phone', 'desktop'] as const)
    test(`the second brand requires a sign-in, and has its own logo, title, colours and menu on a ${device}`, async ({
      server,
      visitor,
    }, testInfo) => {
      const luca = await visitor('assisted', { device });
      const { page } = luca;

      await page.goto('/splash/');
      await expect(page).toHaveURL(/\/login\/\?to=%2Ftiles/);
      await expect(page).toHaveTitle(/Lastrica/);
      await expect(page.getByText('Lastrica').first()).toBeVisible();
      const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
      expect(await accent()).toBe('#e2835a');
      await expect(page.getByRole('link', { name: 'Explore without signing in' })).toBeHidden();
      await inspect(page);

      await page.getByRole('link', { name: 'Terms and privacy' }).click();
      await expect(page.getByText('This app is for customers of Lastrica Ceramiche')).toBeVisible();
      await expect(page.getByText('Anyone can look around.')).toBeHidden();
      await inspect(page);
      await page.goto('/splash/');

      await signIn(server, luca);
      await page.goto('/splash/');
      await expect(page).toHaveURL(/\/tiles$/);
      await expect(page.getByRole('heading', { name: 'Tiles', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Terrazzo warm' })).toBeVisible();
      await inspect(page);

      // This is the start page, so there is no back button.
      await expect(page.getByRole('button', { name: 'Back' })).toBeHidden();
      await expect(page.getByRole('button', { name: 'Italiano' })).toBeVisible();
      await page.screenshot({ path: testInfo.outputPath('tiles.png') });
      await page.getByRole('button', { name: 'Menu' }).click();
      const panel = page.getByRole('dialog', { name: 'Menu' });
      await expect(panel.getByRole('link', { name: 'Tiles' })).toBeVisible();
      await expect(panel.getByRole('link')).toHaveText([
        'Lastrica',
        'Tiles',
        'Favourites',
        'Contact us',
        'Video call',
        'Notifications',
        'Settings',
      ]);
      const logo = panel.locator('img');
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect((await panel.getByRole('link', { name: 'Lastrica' }).boundingBox())?.width).toBe(160);
      await inspect(page);
      await panel.getByRole('link', { name: 'Contact us' }).click();
      await expect(page).toHaveTitle(/· Lastrica$/);
    });
});

/** The server-rendered first view, until the app replaces it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../world/test';

/** Elements in both views: headings, titles in lists, pictures. */
const SEEN = 'h1, .lists-Tiles_link, .lists-contents_link, .menu-Picture_image, .detail-content-image_image';

/** The app places rows at whole pixels: half a pixel per row adds up. */
const APART_PX = 3;

interface Seen {
  readonly what: string;
  readonly box: readonly number[];
}

/** The visible elements and their positions, in whole pixels. */
const seenIn = async (page: Page, place: string): Promise<readonly Seen[]> =>
  await page.locator(place).evaluate(
    (element, seen) =>
      [...element.querySelectorAll(seen)]
        .map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return {
            what: one instanceof HTMLImageElement ? new URL(one.src).pathname : (one.textContent ?? ''),
            box: [x, y, width, height].map(Math.round),
            isInSight: width > 0 && y < innerHeight - 80,
          };
        })
        .filter(({ isInSight, what }) => isInSight && !what.startsWith('data:'))
        .map(({ what, box }) => ({ what, box })),
    SEEN,
  );

/** Elements that are only in one view, or at different positions. */
const differencesOf = (before: readonly Seen[], after: readonly Seen[]) =>
  before.flatMap(({ what, box }, index) => {
    const other = after[index];
    const isSame = other?.what === what && other.box.every((at, side) => Math.abs(at - (box[side] ?? 0)) <= APART_PX);
    return isSame ? [] : [{ what, box, other }];
  });

/**
 * Whether styles and fonts are loaded: nothing is painted before the styles, but measurements ignore that, and fallback fonts may
 * wrap titles differently. The needed fonts are only known after the layout.
 */
const isStyled = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null) &&
  document.body.offsetHeight > 0 &&
  document.fonts.status === 'loaded';

/** Opens a page whose scripts are held back until the returned function is called. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return goOn;
}

for (const { device, language, title } of [
  { device: 'phone', language: 'it', title: 'Testa di giovane sovrano' },
  { device: 'desktop', language: 'en', title: 'Head of a young ruler' },
] as const)
  test(`on a ${device}, before any script has loaded, a visitor sees what the app then draws in the same places`, async ({
    visitor,
  }) => {
    const { page } = await visitor('assisted', { device, language });
    await page.goto('/earth');
    const list = await page.locator('main a[href^="/content-list/"]').first().getAttribute('href');
    await page.goto(list ?? '');
    const detail = await page.locator('main a[href^="/content-detail/"]').first().getAttribute('href');

    for (const path of ['/earth', list ?? '', detail ?? '']) {
      const goOn = await openHeld(page, path);
      await expect(page.locator('#splash h1')).toBeVisible();
      await page.waitForFunction(isStyled);
      const before = await seenIn(page, '#splash');
      expect(before.length, path).toBeGreaterThan(1);
      goOn();
      await expect(page.locator('#splash')).toHaveCount(0);
      await expect.poll(async () => differencesOf(before, await seenIn(page, 'main')), path).toEqual([]);
      await page.unrouteAll();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

test('never shows the first view in another language than the chosen one; shows the brand’s logo if nothing is public', async ({
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await page.getByRole('button', { name: 'Italiano' }).click();
  await expect(page.getByRole('heading', { name: 'Benvenuto su Earth' })).toBeVisible();

  const goOn = await openHeld(page, '/earth');
  await expect(page.locator('#splash')).toHaveCount(1);
  await expect(page.locator('#splash h1')).toBeHidden();
  goOn();
  await expect(page.getByRole('heading', { name: 'Benvenuto su Earth' })).toBeVisible();
  await page.unrouteAll();

  const goOnHere = await openHeld(page, '/login/');
  const logo = page.locator('#splash img');
  await expect(logo).toBeVisible();
  goOnHere();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await expect(logo).toHaveCount(0);
});

/** The requested scripts of the app, and whether the app runs. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => ({
    areAsked: document.querySelector('link[rel=modulepreload]') !== null,
    areRun: document.querySelector('head script[type=module]') !== null,
  }));

test('app scripts are requested after the first paint, and wait for the first pictures, for a second at most', async ({
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/{media,pictures}/**', async (route) => {
    await held;
    await route.continue();
  });
  // Freezes the page's timers.
  await page.clock.install();
  const open = () => page.goto('/earth', { waitUntil: 'commit' });

  await open();
  await expect.poll(() => scriptsOf(page)).toEqual({ areAsked: true, areRun: false });
  await page.clock.runFor(1_000);
  await expect.poll(() => scriptsOf(page)).toEqual({ areAsked: true, areRun: true });

  await open();
  await expect.poll(() => scriptsOf(page)).toEqual({ areAsked: true, areRun: false });
  goOn();
  await expect.poll(() => scriptsOf(page)).toEqual({ areAsked: true, areRun: true });
  await page.unrouteAll();
});

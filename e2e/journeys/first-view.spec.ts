/** What the server writes into a page, to be looked at until the app is there. */
import type { Page } from '@playwright/test';
import { expect, test } from '../world/test';

/** Where everything stands that is in both: headings, titles in lists, pictures. */
const SEEN = 'h1, .lists-Tiles_link, .lists-contents_link, .menu-Picture_image, .detail-content-image_image';

/** The app measures its rows, and places them by whole pixels: half a pixel a row adds up. */
const APART_PX = 3;

interface Seen {
  readonly what: string;
  readonly box: readonly number[];
}

/** What is in sight within an element, and where, to the whole pixel. */
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

/** What is not in both, or not at the same place. */
const differencesOf = (before: readonly Seen[], after: readonly Seen[]) =>
  before.flatMap(({ what, box }, index) => {
    const other = after[index];
    const isSame = other?.what === what && other.box.every((at, side) => Math.abs(at - (box[side] ?? 0)) <= APART_PX);
    return isSame ? [] : [{ what, box, other }];
  });

/**
 * Whether styles and letters are there: nothing is painted before the styles are, but what is asked of the page is answered
 * without them, and titles may take a line more in other letters. Which letters it needs shows once it is laid out.
 */
const isStyled = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null) &&
  document.body.offsetHeight > 0 &&
  document.fonts.status === 'loaded';

/** Opens a page whose scripts do not come until it is told. */
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
  test(`on a ${device}, before any script has come, a visitor sees what the app then draws in the same places`, async ({
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

test('nothing is shown first in another language than the one chosen here, and the brand’s logo where nothing is for everybody', async ({
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/earth');
  await page.getByRole('button', { name: 'Italiano' }).click();
  await expect(page.getByRole('heading', { name: 'Ti diamo il benvenuto in Earth' })).toBeVisible();

  const goOn = await openHeld(page, '/earth');
  await expect(page.locator('#splash')).toHaveCount(1);
  await expect(page.locator('#splash h1')).toBeHidden();
  goOn();
  await expect(page.getByRole('heading', { name: 'Ti diamo il benvenuto in Earth' })).toBeVisible();
  await page.unrouteAll();

  const goOnHere = await openHeld(page, '/login/');
  const logo = page.locator('#splash img');
  await expect(logo).toBeVisible();
  goOnHere();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await expect(logo).toHaveCount(0);
});

/** What the page has asked for of the app, and whether it runs it. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => ({
    areAsked: document.querySelector('link[rel=modulepreload]') !== null,
    areRun: document.querySelector('head script[type=module]') !== null,
  }));

test('what runs the app is asked for once something is painted, and waits for the first pictures, for a second at most', async ({
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
  // No wait of the page ends by itself.
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

/** The interactive visit of a model, seen by a camera that shows what the test gives it. */
import type { Page } from '@playwright/test';
import { countFilmTracks, giveFilmCamera, showFrame } from '../world/film-camera';
import { inspect } from '../world/inspect';
import { createFilm, makeMarker } from '../world/markers';
import { fillModel } from '../world/visits';
import { expect, test } from '../world/test';

const POINTS = [
  { title: 'The diadem', descr: 'A band of gold leaf', at: [0.25, 0.3] },
  { title: 'Eyes of ivory', descr: 'Set from outside', at: [0.7, 0.4], color: '#1144aa' },
  { title: 'The mouth', descr: 'Inlaid with copper', at: [0.5, 0.75] },
] as const;

/** Where a dot is on the page, in pixels of the camera's frame. */
const dotAt = (page: Page, number: number) =>
  page.getByRole('button', { name: `Point ${number}:` }).evaluate((dot) => {
    const box = document.querySelector('video')?.getBoundingClientRect() ?? new DOMRect();
    const { left, top, width, height } = dot.getBoundingClientRect();
    const scale = Math.max(box.width / 640, box.height / 480);
    return [
      (left + width / 2 - box.left - (box.width - 640 * scale) / 2) / scale,
      (top + height / 2 - box.top - (box.height - 480 * scale) / 2) / scale,
    ] as const;
  });

const startOf = (page: Page) => page.getByRole('button', { name: 'Start the interactive visit' });
const dotsOf = (page: Page) => page.getByRole('button', { name: /^Point \d:/ });

test('D1.4, D2.52, D4.16, D7.23: points stand on the work in the camera, and each opens its card', async ({
  server,
  visitor,
}, testInfo) => {
  const marker = makeMarker(7);
  const model = await fillModel(server, marker.picture, 'Head of a young ruler', POINTS);
  const { page } = await visitor('assisted', { device: 'phone' });
  await giveFilmCamera(page);
  await page.goto(`/content-detail/${model}`);
  await startOf(page).click();
  const tutorial = page.getByRole('dialog', { name: 'The interactive visit' });
  await inspect(page);
  await tutorial.getByText('Don’t show again').click();
  await tutorial.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('dialog', { name: 'Download' }).getByText(/^Loading models \d+ %$/)).toBeVisible();
  await expect(page.getByText('Point the camera at the work')).toBeVisible();
  await expect(page.getByRole('img', { name: 'What to look for' })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('hint.png') });

  const film = createFilm(3);
  for (const change of [{}, { tilt: 40, azimuth: 60 }, { dx: 0.1, roll: 20, distance: 1.6 }]) {
    const { image, place } = film.frame(marker, change);
    await showFrame(page, image);
    for (const [index, { at }] of POINTS.entries())
      await expect
        .poll(async () => {
          if ((await dotsOf(page).count()) < POINTS.length) return Number.POSITIVE_INFINITY;
          const [[x, y], [trueX, trueY]] = [await dotAt(page, index + 1), place(at)];
          return Math.hypot(x - trueX, y - trueY);
        })
        .toBeLessThan(5);
  }
  await showFrame(page, film.frame(marker).image);
  // D9.19
  const colors = dotsOf(page).locator('span');
  await expect(colors.nth(0)).toHaveCSS('background-color', 'rgb(41, 200, 133)');
  await expect(colors.nth(1)).toHaveCSS('background-color', 'rgb(17, 68, 170)');
  await page.screenshot({ path: testInfo.outputPath('dots.png') });

  await page.getByRole('button', { name: 'Point 2: Eyes of ivory' }).click();
  const card = page.getByRole('region', { name: 'Eyes of ivory' });
  await expect(card.getByText('Point 2 of 3')).toBeVisible();
  await expect(card.getByText('Set from outside')).toBeVisible();
  await expect(dotsOf(page)).toHaveCount(3);
  await inspect(page);
  await page.screenshot({ path: testInfo.outputPath('card.png') });
  await card.getByRole('button', { name: 'Point 3' }).click();
  await expect(page.getByRole('region', { name: 'The mouth' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 of 3 seen')).toBeVisible();

  // The row of the list is gone when its card is closed.
  await page.getByRole('button', { name: 'All points' }).click();
  await page.getByRole('dialog', { name: 'All points' }).getByRole('button', { name: 'The mouth' }).click();
  await page.getByRole('region', { name: 'The mouth' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name: 'Head of a young ruler' })).toBeFocused();

  // Frozen, the points stay although the work is gone.
  await page.getByRole('button', { name: 'Freeze the picture' }).click();
  await showFrame(page, film.empty());
  await page.getByRole('button', { name: 'Point 1: The diadem' }).click();
  await page.getByRole('region', { name: 'The diadem' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dotsOf(page)).toHaveCount(0);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(new URL(`/content-detail/${model}`, page.url()).href);

  expect(await countFilmTracks(page)).toBe(1);
  await page.getByRole('button', { name: 'Leave the visit' }).click();
  expect(await countFilmTracks(page)).toBe(0);
  await page.reload();
  await startOf(page).click();
  await expect(page.getByText('3 of 3 seen')).toBeVisible();
});

test('D8.7: without a camera, or with a broken download, all points can be read as a list', async ({
  server,
  visitor,
}) => {
  const model = await fillModel(server, makeMarker(8).picture, 'The vase', POINTS);
  const { page } = await visitor('assisted', { device: 'phone', language: 'it' });
  await page.addInitScript(() => {
    localStorage.setItem('skip_discover_tutorial', 'true');
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.goto(`/content-detail/${model}`);
  await page.route(/\/api\/discover\/models\/.*\?index/, (route) => route.abort());
  await page.getByRole('button', { name: 'Avvia la visita interattiva' }).click();
  await expect(page.getByRole('alert')).toHaveText('errore nel download dei modelli');
  await page.unroute(/\/api\/discover\/models\/.*\?index/);
  await page.getByRole('button', { name: 'Riprova' }).click();

  const refused = page.getByRole('dialog', { name: 'Errore' });
  await expect(refused.getByRole('alert')).toBeVisible();
  await refused.getByRole('button', { name: 'Chiudi' }).click();
  await inspect(page);
  await page.getByRole('button', { name: 'Eyes of ivory' }).click();
  const card = page.getByRole('region', { name: 'Eyes of ivory' });
  await expect(card.getByText('Punto 2 di 3')).toBeVisible();

  // The code beside a point leads to its page, and from there into the visit.
  await card.getByRole('link').click();
  const id = /\d+$/.exec(page.url())?.[0];
  await page.goto(`/landing?keypointid=${id}`);
  await page.getByRole('button', { name: 'Inizia la visita da qui' }).click();
  await refused.getByRole('button', { name: 'Chiudi' }).click();
  await expect(card.getByText('Punto 2 di 3')).toBeVisible();
});

/** Several markers in one picture, and pictures without any. */
import type { Page } from '@playwright/test';
import { createContentByApi } from '../world/content-api';
import { cornerError, OFTEN } from '../world/drawn-marker';
import { giveFilmCamera, playFilm, showFrame } from '../world/film-camera';
import { createFilm, fillScene, makeMarker } from '../world/markers';
import { redCube } from '../world/model';
import { expect, test } from '../world/test';

async function openCamera(page: Page) {
  await giveFilmCamera(page);
  await page.addInitScript(() => localStorage.setItem('skip_ar_logo_tutorial', 'true'));
  await page.goto('/ar');
  await page.getByRole('button', { name: 'Start augmented reality' }).click();
  await expect(page.getByText('Point the camera at an AR picture', { exact: true })).toBeVisible();
}

test('D1.2: two markers in one picture have their contents at once, and the next one takes over', async ({
  server,
  visitor,
}) => {
  const [left, right] = [makeMarker(21), makeMarker(22)];
  await fillScene(server, left, 'The mosaic', [{ kind: 'info', title: 'Glass and stone', width: 0.5 }]);
  await fillScene(server, right, 'The vase', [{ kind: 'info', title: 'Painted clay', width: 0.5 }]);
  const { page } = await visitor('assisted');
  await openCamera(page);
  const [mosaic, vase] = [
    page.getByRole('region', { name: 'The mosaic' }),
    page.getByRole('region', { name: 'The vase' }),
  ];

  const film = createFilm(5);
  const first = film.frame(left, { dx: -0.22, dy: 0, distance: 2.2, roll: 5 });
  const second = film.frame(right, { dx: 0.22, dy: 0, distance: 2.2, roll: -8 }, first.image);
  await showFrame(page, second.image);
  for (const [target, { corners }] of [
    [mosaic, first],
    [vase, second],
  ] as const) {
    await expect.poll(() => cornerError(target, corners), OFTEN).toBeLessThan(5);
    await expect(target).toHaveAttribute('data-state', 'found');
  }

  const alone = film.frame(right);
  await showFrame(page, alone.image);
  await expect(mosaic).toHaveCount(0);
  await expect.poll(() => cornerError(vase, alone.corners), OFTEN).toBeLessThan(5);
  const next = film.frame(left);
  await showFrame(page, next.image);
  await expect.poll(() => cornerError(mosaic, next.corners), OFTEN).toBeLessThan(5);
  await expect(vase).toHaveCount(0);
});

test('what is partly beyond the edge scrolls nothing when its card has closed', async ({ server, visitor }) => {
  const marker = makeMarker(24);
  const create = await createContentByApi(server, 'operator@demo.example');
  const contentId = await create({ title: 'The dolphin', descr: 'Glass and stone', ctnView: 1, visibility: 'public' });
  // The canvas of 3D models is as wide as the whole frame: there is always something to scroll to.
  await fillScene(server, marker, 'The mosaic', [
    { kind: 'info', title: 'The dolphin', width: 0.5, x: 0.2, contentId },
    { kind: 'model', title: 'The cube', files: [redCube()], width: 0.2, x: -0.2 },
  ]);
  const { page } = await visitor('assisted', { device: 'phone' });
  await openCamera(page);
  const film = createFilm(7);
  await showFrame(page, film.frame(marker, { dx: 0.1, dy: 0, distance: 1.6, roll: 0 }).image);
  const mosaic = page.getByRole('region', { name: 'The mosaic' });
  await mosaic.getByRole('button', { name: 'Open The dolphin' }).click();
  await expect(page.getByRole('dialog', { name: 'The dolphin' })).toBeVisible();
  await page.goBack();
  await expect(mosaic.getByRole('button', { name: 'Open The dolphin' })).toBeFocused();

  await showFrame(page, film.empty());
  await expect(mosaic).toHaveAttribute('data-state', 'floating');
  const { x = 0, width = 0 } = (await mosaic.getByRole('button', { name: 'Close The mosaic' }).boundingBox()) ?? {};
  expect(x + width / 2).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, 0);
});

test('nothing appears during a minute of pictures that are no markers', async ({ server, visitor }) => {
  const marker = makeMarker(23);
  await fillScene(server, marker, 'The mosaic', [{ kind: 'info', title: 'Glass and stone', width: 0.5 }]);
  const { page } = await visitor('assisted');
  await openCamera(page);
  await page.evaluate(() => {
    window.testAppeared = [];
    new MutationObserver(() => {
      const target = document.querySelector<HTMLElement>('[data-target]');
      if (target?.dataset['target']) window.testAppeared.push(target.dataset['target']);
    }).observe(document.body, { childList: true, subtree: true });
  });

  const film = createFilm(6);
  // Markers of nobody, from near and far, aslant, and partly in the picture.
  const others = Array.from({ length: 40 }, (_, at) => {
    const change = { dx: (at % 9) / 10 - 0.4, tilt: (at * 7) % 60, distance: 1 + (at % 5) / 2, roll: at * 13 };
    return film.frame(makeMarker(100 + (at % 8)), change).image;
  });
  await playFilm(page, [...others, film.empty()], 60_000);
  expect(await page.evaluate(() => window.testAppeared)).toEqual([]);

  // It was looking all the time.
  const { image, corners } = film.frame(marker);
  await showFrame(page, image);
  const mosaic = page.getByRole('region', { name: 'The mosaic' });
  await expect.poll(() => cornerError(mosaic, corners), OFTEN).toBeLessThan(5);
  expect(await page.evaluate(() => window.testAppeared)).toContain(marker.viewId);
});

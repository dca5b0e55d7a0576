/** Markers and scenes, seen by a camera that shows what the test gives it. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { createContentByApi } from '../world/content-api';
import { cornerError, OFTEN } from '../world/drawn-marker';
import { countFilmTracks, giveFilmCamera, interruptFilm, showFrame } from '../world/film-camera';
import { inspect } from '../world/inspect';
import { createFilm, fillScene, makeMarker, plainPicture } from '../world/markers';
import { redCube } from '../world/model';
import { expect, test } from '../world/test';

/** Whether the middle of an element is red on the screen. */
async function isRed(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  if (!box) return false;
  const clip = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2), width: 1, height: 1 };
  const [red = 0, green = 255] = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer();
  return red > 120 && green < 60;
}

test('D1.2, D2.8, D4.15: a marker is recognized, its content stands on it, opens over the camera, and floats when it is lost', async ({
  server,
  visitor,
}) => {
  const [marker, other] = [makeMarker(7), makeMarker(8)];
  const create = await createContentByApi(server, 'operator@demo.example');
  const contentId = await create({ title: 'The dolphin', descr: 'Glass and stone', ctnView: 1, visibility: 'public' });
  const pictures = await Promise.all(['#204060', '#c06020'].map(plainPicture));
  const scene = await fillScene(server, marker, 'The mosaic', [
    { kind: 'info', title: 'The dolphin', width: 0.5, y: 0.2, contentId },
    { kind: 'gallery', title: 'Details', files: pictures, width: 0.4, x: -0.2, y: -0.15 },
    {
      kind: 'video',
      title: 'The dig',
      files: [{ ending: 'mp4', bytes: Buffer.from('no video') }],
      width: 0.3,
      x: 0.3,
      y: -0.15,
    },
    { kind: 'model', title: 'The cube', files: [redCube()], width: 0.2, x: 0.1, y: -0.2 },
  ]);
  const { page, problems } = await visitor('assisted', { device: 'phone' });
  await giveFilmCamera(page);
  await page.goto('/ar');
  await inspect(page);
  await page.getByRole('button', { name: 'Start augmented reality' }).click();
  const tutorial = page.getByRole('dialog', { name: 'How it works' });
  await expect(tutorial.getByRole('button', { name: /^Slide \d of 2$/ })).toHaveCount(2);
  await tutorial.getByText('Don’t show again').click();
  await tutorial.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('Point the camera at an AR picture', { exact: true })).toBeVisible();

  const film = createFilm(3);
  const stands = page.getByRole('region', { name: 'The mosaic' });
  for (const change of [{}, { tilt: 45, azimuth: 60 }, { dx: 0.1, roll: 20, distance: 2 }]) {
    const { image, corners } = film.frame(marker, change);
    await showFrame(page, image);
    await expect.poll(() => cornerError(stands, corners), OFTEN).toBeLessThan(5);
  }
  await expect(stands).toHaveAttribute('data-state', 'found');
  // It is no video: said in words.
  await expect(stands.getByRole('alert')).toHaveText('Error loading media');
  await inspect(page);
  const cube = stands.getByRole('img', { name: '3D model: The cube' });
  await expect.poll(() => isRed(page, cube), OFTEN).toBe(true);
  await stands.getByRole('button', { name: 'Next picture' }).click();
  await expect(stands.getByRole('img', { name: 'Details, picture 2 of 2' })).toBeVisible();
  await stands.getByRole('button', { name: 'Open The dolphin' }).click();
  const card = page.getByRole('dialog', { name: 'The dolphin' });
  await expect(card.getByText('Glass and stone')).toBeVisible();
  await interruptFilm(page, 'mute');
  await expect(page.getByText('The camera was interrupted')).toBeAttached();
  await expect(card).toBeVisible();
  await interruptFilm(page, 'unmute');
  await expect(stands).toBeAttached();
  // A step back closes what is read, and not the camera.
  await page.goBack();
  await expect(card).toBeHidden();
  await expect(stands).toHaveAttribute('data-state', 'found');

  // A picture that is no marker: nothing appears for it, and what is lost floats.
  await showFrame(page, film.frame(other).image);
  await expect(stands).toHaveAttribute('data-state', 'floating');
  await expect(page.locator('[data-target]')).toHaveCount(1);
  await stands.getByRole('button', { name: 'Close The mosaic' }).click();
  await expect(page.getByText('Point the camera at an AR picture', { exact: true })).toBeVisible();
  const again = film.frame(marker);
  await showFrame(page, again.image);
  await expect.poll(() => cornerError(stands, again.corners), OFTEN).toBeLessThan(5);

  expect(await countFilmTracks(page)).toBe(1);
  await page.getByRole('button', { name: 'Leave augmented reality' }).click();
  expect(await countFilmTracks(page)).toBe(0);
  // The browser reports the end of a worker a little later.
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('vision'))).toEqual([]);
  expect(problems).toEqual([]);

  // D2.54: the scene's own page, whose tutorial has three slides.
  await page.goto(`/content-detail/${scene}`);
  await page.getByRole('link', { name: 'Start The mosaic' }).click();
  await expect(tutorial.getByRole('button', { name: /^Slide \d of 3$/ })).toHaveCount(3);
  // A step back leads back, from the tutorial and from the camera.
  const back = async () => {
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/content-detail/${scene}$`));
    await expect(page.getByRole('heading', { name: 'The mosaic' })).toBeVisible();
  };
  await back();
  await page.getByRole('link', { name: 'Start The mosaic' }).click();
  await tutorial.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('Loading scene')).toBeVisible();
  await showFrame(page, again.image);
  await expect.poll(() => cornerError(stands, again.corners), OFTEN).toBeLessThan(5);
  await back();
});

test('D8.7: a refused camera, a broken download and a missing network are said in words; what was seen once works without a network', async ({
  server,
  visitor,
}) => {
  const marker = makeMarker(9);
  await fillScene(server, marker, 'The vase', [{ kind: 'info', title: 'The vase', width: 0.5 }]);
  const { page } = await visitor('assisted', { device: 'phone' });
  await giveFilmCamera(page);
  await page.addInitScript(() => {
    localStorage.setItem('skip_ar_logo_tutorial', 'true');
    // Browsers without it read the frames from the picture.
    Reflect.deleteProperty(window, 'MediaStreamTrackProcessor');
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    let isRefused = true;
    mediaDevices.getUserMedia = async (constraints) => {
      if (!isRefused) return getUserMedia(constraints);
      isRefused = false;
      throw new DOMException('', 'NotAllowedError');
    };
  });
  await page.goto('/ar');
  const start = page.getByRole('button', { name: 'Start augmented reality' });
  await start.click();
  const refused = page.getByRole('dialog', { name: 'Error' });
  await expect(refused.getByRole('alert')).toHaveText('The camera is blocked');
  await page.route('**/api/discover/views/*', (route) => route.abort());
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Download markers error').last()).toBeVisible();
  await page.unroute('**/api/discover/views/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  const look = page.getByText('Point the camera at an AR picture', { exact: true });
  await expect(look).toBeVisible();

  await page.getByRole('button', { name: 'Leave augmented reality' }).click();
  await page.context().setOffline(true);
  await start.click();
  await expect(look).toBeVisible();
  const { image, corners } = createFilm(4).frame(marker);
  await showFrame(page, image);
  // Its scene was never loaded, so it has no title yet.
  await expect.poll(() => cornerError(page.locator('[data-target]'), corners), OFTEN).toBeLessThan(5);
});

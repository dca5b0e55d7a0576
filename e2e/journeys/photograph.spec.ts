import { apart, colorOf, draw, expectDrawable, expectDrawn, pixelOfImage } from '../world/drawing';
import { bytesOf, expectFramesToRise, framesDecoded } from '../world/media';
import type { Person } from '../world/person';
import { giveSensor, SENSOR, TURNED_SENSOR } from '../world/sensor';
import { signIn } from '../world/sign-in';
import {
  dismissCall,
  hangUp,
  meetInCall,
  remoteVideoOf,
  shownSnapshotOf,
  takeSnapshot,
  talk,
  tilesOf,
} from '../world/steps';
import { expect, test } from '../world/test';

const SNAPSHOTS = 10;
/** The colour in the upper left corner of the sensor. */
const CORNER = [224, 32, 32] as const;

/** The height of a large picture's tile, px. */
const TILE_HEIGHT = 240;

/** Opens each snapshot: both see it in this size, and small in the strip. */
async function expectEachWhole(controller: Person, other: Person, [width, height]: readonly [number, number]) {
  const seen = new Set<string | null>();
  const all = await tilesOf(controller).all();
  for (const [index, tile] of all.entries()) {
    await tile.click();
    for (const one of [controller, other]) {
      await expect(tilesOf(one).nth(index)).toHaveAttribute('aria-current', 'true');
      await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalWidth', width);
      await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalHeight', height);
      await expect(tilesOf(one).nth(index).locator('img')).toHaveJSProperty('naturalHeight', TILE_HEIGHT);
    }
    seen.add(await shownSnapshotOf(controller).getAttribute('src'));
  }
  expect(seen.size).toBe(all.length);
}

/** From now on sends a quarter of the pixels, like a bad network. */
function sendLess() {
  const senders = window.testConnections.flatMap((connection) => connection.getSenders());
  return Promise.all(
    senders
      .filter(({ track }) => track?.kind === 'video')
      .map((sender) => {
        const parameters = sender.getParameters();
        for (const encoding of parameters.encodings) encoding.scaleResolutionDownBy = 2;
        return sender.setParameters(parameters);
      }),
  );
}

test('a controller’s snapshot has the other camera’s full resolution, however small the live video is', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  await luca.page.evaluate(sendLess);
  const live = remoteVideoOf(giulia);
  await expect.poll(() => live.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320);

  await takeSnapshot(giulia);
  await tilesOf(giulia).first().click();
  for (const one of [giulia, luca]) await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalWidth', 640);
  expect(await bytesOf(shownSnapshotOf(giulia))).toEqual(await bytesOf(shownSnapshotOf(luca)));
});

test('a camera whose photographs are larger than its video gives every pixel of its sensor', async ({
  visitor,
  server,
}) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted', { device: 'phone' });
  await giveSensor(luca.page);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);

  await takeSnapshot(giulia);
  await tilesOf(giulia).first().click();
  for (const one of [giulia, luca]) {
    await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalWidth', SENSOR.width);
    await expect(shownSnapshotOf(one)).toHaveJSProperty('naturalHeight', SENSOR.height);
  }
  await expect(tilesOf(giulia)).toHaveCount(1);
  // Both name who pressed the button. It is a picture of Luca's camera, so he may delete it.
  for (const one of [giulia, luca]) await expect(tilesOf(one).first()).toHaveAccessibleName(/Giulia Ferri/);
  await luca.page.getByRole('button', { name: 'More' }).click();
  await expect(luca.page.getByRole('button', { name: 'Delete the snapshot' })).toBeVisible();
});

test('ten photographs of twelve megapixels in a row do not stall the call, and none is lost', async ({
  visitor,
  server,
}) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted', { device: 'phone' });
  await giveSensor(luca.page);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);
  for (const one of [giulia, luca]) await expectFramesToRise(one.page);
  // Sealing, sending and opening fifty megabytes takes time beside two cameras.
  test.slow();

  const decoded = () => Promise.all([giulia, luca].map(({ page }) => framesDecoded(page)));
  for (let photographed = 0; photographed < SNAPSHOTS; photographed += 1) {
    const [hers = 0, his = 0] = await decoded();
    const since = Date.now();
    await giulia.page.getByRole('button', { name: 'Take a snapshot' }).click();
    await expect(tilesOf(giulia).nth(photographed)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
    const [hersNow = 0, hisNow = 0] = await decoded();
    // Meanwhile the video went on, at a low rate.
    const least = (Date.now() - since) / 1000;
    expect(hersNow - hers).toBeGreaterThan(least);
    expect(hisNow - his).toBeGreaterThan(least);
  }
  await expect(tilesOf(luca)).toHaveCount(SNAPSHOTS);
  await expectEachWhole(giulia, luca, [SENSOR.width, SENSOR.height]);
  for (const one of [giulia, luca]) await expectFramesToRise(one.page);
});

test('a photograph with an Exif orientation is upright for both, with its drawing, and afterwards', async ({
  visitor,
  server,
}) => {
  const giulia = await visitor('operator');
  const luca = await visitor('assisted', { device: 'phone' });
  await giveSensor(luca.page, TURNED_SENSOR);
  for (const one of [giulia, luca]) await signIn(server, one);
  await talk(luca, giulia);

  await takeSnapshot(giulia);
  await expectEachWhole(giulia, luca, [TURNED_SENSOR.height, TURNED_SENSOR.width]);
  await expectDrawable(luca);
  // Rotated to the right, the upper left corner becomes the upper right one.
  for (const one of [giulia, luca])
    expect(apart(await pixelOfImage(shownSnapshotOf(one), [0.95, 0.05]), CORNER)).toBeLessThan(60);

  const hers = await colorOf(giulia);
  await draw(giulia, [0.25, 0.3], [0.6, 0.3]);
  for (const one of [giulia, luca]) await expectDrawn(one, [0.4, 0.3], hers);
  await giulia.page.getByRole('button', { name: 'Save as a new picture' }).click();
  for (const one of [giulia, luca]) await expect(tilesOf(one).nth(1)).toHaveAttribute('data-state', 'ready');
  // The last one opened is the saved one.
  await expectEachWhole(giulia, luca, [TURNED_SENSOR.height, TURNED_SENSOR.width]);
  for (const one of [giulia, luca]) {
    expect(apart(await pixelOfImage(shownSnapshotOf(one), [0.4, 0.3]), hers)).toBeLessThan(24);
    expect(apart(await pixelOfImage(shownSnapshotOf(one), [0.95, 0.05]), CORNER)).toBeLessThan(60);
  }

  await hangUp(giulia);
  await dismissCall(luca);
  await luca.page.getByRole('link', { name: /^Call with Giulia Ferri/ }).click();
  const picture = luca.page.getByRole('list', { name: 'Snapshots' }).getByRole('img').first();
  await expect(picture).toHaveJSProperty('naturalWidth', TURNED_SENSOR.height);
  await expect.poll(async () => apart(await pixelOfImage(picture, [0.4, 0.3]), hers)).toBeLessThan(24);
  expect(apart(await pixelOfImage(picture, [0.95, 0.05]), CORNER)).toBeLessThan(60);
});

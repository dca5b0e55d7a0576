import type { Locator } from '@playwright/test';
import type { Person } from '../world/person';
import { inspect } from '../world/inspect';
import { bytesOf, readFrameNumber } from '../world/media';
import { meetInCall, shownSnapshotOf, stageOf, tilesOf } from '../world/steps';
import { expectOnTop } from '../world/on-top';
import { expect, test } from '../world/test';

const layerOf = ({ page }: Person) => page.getByTestId('point-layer');
/** The pointer with this name beside it. */
const pointerOf = (seenBy: Person, words: string) => seenBy.page.getByTestId('pointer').filter({ hasText: words });

/** The position of a pointer, as fractions of the picture, which may be cropped or letterboxed. */
const fractionsOf = (pointer: Locator) =>
  pointer.evaluate((dot) => {
    const layer = dot.parentElement;
    const video = layer?.parentElement?.querySelector('video');
    if (!layer || !video) throw new Error('There is no picture');
    const box = layer.getBoundingClientRect();
    const at = dot.getBoundingClientRect();
    const scales = [box.width / video.videoWidth, box.height / video.videoHeight];
    const isWhole = video.dataset['fit'] === 'contain';
    const scale = isWhole ? Math.min(...scales) : Math.max(...scales);
    const across = (at.left - box.left - box.width / 2) / (video.videoWidth * scale) + 0.5;
    const down = (at.top - box.top - box.height / 2) / (video.videoHeight * scale) + 0.5;
    return { x: Math.round(across * 100) / 100, y: Math.round(down * 100) / 100 };
  });

test('the other side sees a pointer at the same place of the live picture', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  await giulia.page.keyboard.press('p');
  await expect(giulia.page.getByRole('button', { name: 'Point at the picture' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const box = await layerOf(giulia).boundingBox();
  if (!box) throw new Error('There is no picture to point at');
  await giulia.page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 - 60, { steps: 3 });

  const seen = pointerOf(luca, 'Giulia points here');
  const own = giulia.page.getByTestId('pointer').last();
  await expect(seen).toHaveAttribute('data-on');
  await expect(own).toHaveAttribute('data-on');
  const meant = await fractionsOf(own);
  expect(meant.x).toBeGreaterThan(0.5);
  expect(meant.y).toBeLessThan(0.5);
  await expect.poll(() => fractionsOf(seen)).toEqual(meant);

  // Switched off without a mouse move, and on again.
  await giulia.page.keyboard.press('p');
  await expect(seen).not.toHaveAttribute('data-on');
  await giulia.page.keyboard.press('p');
  await giulia.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 2 });
  await expect(seen).toHaveAttribute('data-on');

  // Outside of the picture there is no pointer.
  await giulia.page.mouse.move(5, 5);
  await expect(seen).not.toHaveAttribute('data-on');

  const phone = await layerOf(luca).boundingBox();
  if (!phone) throw new Error('There is no picture to touch');
  const pointer = pointerOf(giulia, 'Luca points here');
  const isShown = expect(pointer).toHaveAttribute('data-on');
  await luca.page.touchscreen.tap(phone.x + phone.width / 2, phone.y + phone.height / 2);
  await isShown;
  expect(await fractionsOf(pointer)).toEqual({ x: 0.5, y: 0.5 });
  await inspect(giulia.page);
});

test('a controller freezes the picture, and both see that frame until it is unfrozen', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  await giulia.page.keyboard.press('f');
  for (const one of [giulia, luca]) {
    await expect(stageOf(one)).toHaveAttribute('data-mode', 'annotations');
    await expect(shownSnapshotOf(one)).toBeVisible();
    await expectOnTop(stageOf(one));
    await expect(tilesOf(one)).toHaveCount(1);
  }
  const [frozen, seen] = [shownSnapshotOf(giulia), shownSnapshotOf(luca)];
  expect(await readFrameNumber(frozen)).toMatchObject({ person: luca.film });
  expect(await bytesOf(frozen)).toEqual(await bytesOf(seen));
  await giulia.page.keyboard.press('Escape');
  for (const one of [giulia, luca]) await expect(stageOf(one)).toHaveAttribute('data-mode', 'live');
});

import type { Locator } from '@playwright/test';
import type { Person } from '../world/person';
import { inspect } from '../world/inspect';
import { bytesOf, readFrameNumber } from '../world/media';
import { meetInCall, shownSnapshotOf, stageOf, takeSnapshot, tilesOf } from '../world/steps';
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

/** The opacity of what is drawn on a person's live picture at a place of the picture, 0 to 255. */
const drawnAt = (person: Person, [x, y]: readonly [number, number]) =>
  person.page.getByTestId('live-lines').evaluate(
    (canvas: HTMLCanvasElement, [shareX, shareY]) => {
      const video = canvas.closest('[data-testid="point-layer"]')?.parentElement?.querySelector('video');
      if (!video || canvas.width === 0) return 0;
      const { clientWidth, clientHeight } = canvas;
      const scales = [clientWidth / video.videoWidth, clientHeight / video.videoHeight];
      const scale = video.dataset['fit'] === 'contain' ? Math.min(...scales) : Math.max(...scales);
      const dots = canvas.width / clientWidth;
      const column = (clientWidth / 2 + (shareX - 0.5) * video.videoWidth * scale) * dots;
      const row = (clientHeight / 2 + (shareY - 0.5) * video.videoHeight * scale) * dots;
      return canvas.getContext('2d')?.getImageData(Math.round(column), Math.round(row), 1, 1).data[3] ?? 0;
    },
    [x, y] as const,
  );

test('a line on the live picture is seen by both at the same place and fades; freezing stays one key away', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  const box = await layerOf(giulia).boundingBox();
  if (!box) throw new Error('There is no picture to draw on');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const draw = async () => {
    await giulia.page.mouse.move(middle.x - 60, middle.y);
    await giulia.page.mouse.down();
    await giulia.page.mouse.move(middle.x + 60, middle.y, { steps: 6 });
    await giulia.page.mouse.up();
  };
  await draw();
  for (const one of [giulia, luca]) {
    await expect.poll(() => drawnAt(one, [0.5, 0.5])).toBeGreaterThan(200);
    expect(await drawnAt(one, [0.5, 0.3])).toBe(0);
    await expect(stageOf(one)).toHaveAttribute('data-mode', 'live');
  }
  for (const one of [giulia, luca]) await expect.poll(() => drawnAt(one, [0.5, 0.5])).toBe(0);

  // A field user who may not draw points instead.
  const phone = await layerOf(luca).boundingBox();
  if (!phone) throw new Error('There is no picture to touch');
  const at = { x: phone.x + phone.width / 2, y: phone.y + phone.height / 2 };
  await luca.page.mouse.move(at.x - 40, at.y);
  await luca.page.mouse.down();
  await luca.page.mouse.move(at.x + 40, at.y, { steps: 4 });
  await expect(pointerOf(giulia, 'Luca points here')).toHaveAttribute('data-on');
  expect(await drawnAt(giulia, [0.5, 0.5])).toBe(0);
  await luca.page.mouse.up();

  await draw();
  await giulia.page.keyboard.press('f');
  await expect(shownSnapshotOf(luca)).toBeVisible();
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

test('who points at a snapshot that the other does not see is announced there, and the snapshot is one tap away', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);
  await takeSnapshot(giulia);
  await expect(tilesOf(luca).first()).toHaveAttribute('data-state', 'ready');
  await tilesOf(luca).first().click();
  await expect(shownSnapshotOf(giulia)).toBeHidden();
  const surface = luca.page.getByTestId('drawing');
  await surface.click();
  await expect(giulia.page.getByText('Luca is pointing at snapshot 1')).toBeVisible();
  await giulia.page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(giulia.page.getByTestId('drawing')).toBeVisible();
  await surface.click();
  await expect(giulia.page.getByTestId('laser')).toContainText('Luca');
});

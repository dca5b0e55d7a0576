import { expect, test } from 'vitest';
import { waves } from '../../testing/recognition';
import { createRandom } from '../random';
import type { ColorImage } from './color-image';
import { rectify } from './rectify';
import { findTile, type Quad } from './tile';

const QUAD: Quad = [
  [118, 95],
  [402, 70],
  [430, 372],
  [90, 348],
];

/** The tile in front of a ground, as a camera sees it from the side. */
function scene(tile: ColorImage, quad: Quad, ground: number): ColorImage {
  const [width, height] = [520, 440];
  const random = createRandom(4);
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, () => ground + 6 * random());
  // Small steps over the tile: bilinear, which is enough for a little perspective.
  for (let v = 0; v < 1; v += 0.002)
    for (let u = 0; u < 1; u += 0.002) {
      const [x, y] = [0, 1].map(
        (axis) =>
          (1 - v) * ((1 - u) * quad[0][axis]! + u * quad[1][axis]!) +
          v * ((1 - u) * quad[3][axis]! + u * quad[2][axis]!),
      ) as [number, number];
      const from = 4 * (Math.floor(v * tile.height) * tile.width + Math.floor(u * tile.width));
      data.set(tile.data.subarray(from, from + 4), 4 * (Math.floor(y) * width + Math.floor(x)));
    }
  return { width, height, data };
}

test.each([
  ['a dark', 8],
  ['a bright', 249],
])('finds the four corners of a tile on %s ground', (_, ground) => {
  const found = findTile(scene(waves(21), QUAD, ground));
  for (const [at, [x, y]] of QUAD.entries())
    expect(Math.hypot((found?.[at]![0] ?? 0) - x, (found?.[at]![1] ?? 0) - y)).toBeLessThan(5);
});

test('finds none where the tile fills the picture, and none in an even one', () => {
  expect(findTile(waves(21, 400))).toBeNull();
  expect(findTile({ width: 400, height: 300, data: new Uint8Array(480_000).fill(130) })).toBeNull();
  expect(findTile({ width: 1, height: 1, data: new Uint8Array(4) })).toBeNull();
});

test('takes no joints between pieces for the edges of a tile', () => {
  // Bricks of 200 × 140 pixels, with joints of 8 that are lighter.
  const isJoint = (x: number, y: number) => (x + 60) % 200 < 8 || (y + 50) % 140 < 8;
  const data = Uint8ClampedArray.from({ length: 4 * 480 * 480 }, (_, at) => {
    const pixel = at >> 2;
    return isJoint(pixel % 480, Math.floor(pixel / 480)) ? 220 : 130;
  });
  expect(findTile({ width: 480, height: 480, data })).toBeNull();
});

test('a rectified tile looks like the tile from the front', () => {
  const tile = waves(21);
  const { width, height, data } = rectify(scene(tile, QUAD, 8), QUAD);
  let difference = 0;
  for (let y = 10; y < height - 10; y += 1)
    for (let x = 10; x < width - 10; x += 1) {
      const from = 4 * (Math.floor((y / height) * tile.height) * tile.width + Math.floor((x / width) * tile.width));
      difference += Math.abs(data[4 * (y * width + x)]! - tile.data[from]!) / (width * height);
    }
  expect(difference).toBeLessThan(11);
});

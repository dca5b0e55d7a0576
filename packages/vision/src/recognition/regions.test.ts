import { expect, test } from 'vitest';
import { createTestRecognizer, waves } from '../../testing/recognition';
import { calibrate } from './calibration';
import { Catalogue, encodeCatalogue } from './catalogue';
import type { ColorImage } from './color-image';
import { encodeDescription } from './description';
import { simulatePhotograph } from './photograph';
import { findRegions } from './regions';
import { sharpness } from './sharpness';

/** Four pictures of one size, two by two. */
function mosaic(parts: readonly ColorImage[]): ColorImage {
  const { width: side } = parts[0]!;
  const data = new Uint8ClampedArray(16 * side * side);
  for (const [at, part] of parts.entries())
    for (let row = 0; row < side; row += 1) {
      const to = ((at >> 1) * side + row) * 2 * side + (at & 1) * side;
      data.set(part.data.subarray(4 * row * side, 4 * (row + 1) * side), 4 * to);
    }
  return { width: 2 * side, height: 2 * side, data };
}

test('finds the products of several tiles in one photograph, and where they are', async () => {
  const recognizer = await createTestRecognizer();
  const record = (image: ColorImage) => encodeDescription(recognizer.describe(image));
  const products = Array.from({ length: 18 }, (_, at) => ({
    id: at,
    pictures: [
      {
        id: `${at}`,
        description: record(waves(at)),
        trials: [record(simulatePhotograph(waves(at), { seed: at }))],
      },
    ],
  }));
  const catalogue = Catalogue.decode(encodeCatalogue({ products, calibration: calibrate(products) }));
  const image = mosaic([3, 8, 11, 16].map((seed) => waves(seed)));
  const regions = findRegions(image, recognizer, catalogue, { mode: 2, max: 3 });
  const places = regions.map(({ x, y, results }) => [results[0]?.productId, x < 0.3 ? 0 : 1, y < 0.3 ? 0 : 1]);
  const expected = [
    [3, 0, 0],
    [8, 1, 0],
    [11, 0, 1],
    [16, 1, 1],
  ];
  const isRight = (place: (typeof places)[number]) => expected.some((other) => other.join() === place.join());
  expect(places.filter(isRight).length).toBeGreaterThan(2);
  expect(places.filter((place) => !isRight(place))).toEqual([]);
  expect(regions.every(({ results }) => results[0]?.isMatch)).toBe(true);
  // A photograph of one product is one region, all of it.
  const [one, ...others] = findRegions(waves(8), recognizer, catalogue, { mode: 2, max: 3 });
  expect([one?.results[0]?.productId, one?.width, others]).toEqual([8, 1, []]);
});

test('a sharp picture has a larger sharpness than a soft one, and an even one has none', () => {
  const stripes = (width: number): ColorImage => ({
    width: 60,
    height: 40,
    data: Uint8Array.from({ length: 9600 }, (_, at) => 128 + 100 * Math.sin(((at >> 2) % 60) / width)),
  });
  expect(sharpness(stripes(0.8))).toBeGreaterThan(2 * sharpness(stripes(4)));
  expect(sharpness({ width: 50, height: 50, data: new Uint8Array(10_000).fill(77) })).toBe(0);
  expect(sharpness({ width: 1, height: 1, data: new Uint8Array(4) })).toBe(0);
});

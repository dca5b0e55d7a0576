import { expect, test } from 'vitest';
import { hammingDistance } from './features';
import { blur, createImage, type GrayImage } from './image';
import { RING_RADIUS, WORDS } from './kernels';
import { createRandom } from './random';
import { testKernels } from '../testing/kernels';

function noise(width: number, height: number, seed = 1): GrayImage {
  const random = createRandom(seed);
  return createImage(
    width,
    height,
    Uint8Array.from({ length: width * height }, () => 256 * random()),
  );
}

const RING = [
  [0, -3],
  [1, -3],
  [2, -2],
  [3, -1],
  [3, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 3],
  [-1, 3],
  [-2, 2],
  [-3, 1],
  [-3, 0],
  [-3, -1],
  [-2, -2],
  [-1, -3],
] as const;

/** FAST-9 as its definition reads. */
function cornersOf({ width, height, data }: GrayImage, border: number, threshold: number): number[] {
  const corners: number[] = [];
  for (let y = border; y < height - border; y += 1)
    for (let x = border; x < width - border; x += 1) {
      const centre = data[y * width + x]!;
      const ring = RING.map(([dx, dy]) => data[(y + dy) * width + x + dx]! - centre);
      const isRun = (holds: (difference: number) => boolean) =>
        ring.some((_, start) => Array.from({ length: 9 }, (_, at) => ring[(start + at) % 16]!).every(holds));
      if (isRun((difference) => difference > threshold) || isRun((difference) => difference < -threshold))
        corners.push(y * width + x);
    }
  return corners;
}

test.each([
  ['a width that is a multiple of sixteen', 70, 3],
  ['another width', 61, 5],
])('finds the corners of the definition, each once: %s', (_, width, threshold) => {
  const image = noise(width, 40);
  // Noise has few corners: a soft picture has more.
  for (let at = 0; at < image.data.length; at += 1)
    image.data[at] = 100 + 60 * Math.sin(at / 7) * Math.cos(at / 211) + image.data[at]! / 16;
  const expected = cornersOf(image, RING_RADIUS, threshold);
  expect(expected.length).toBeGreaterThan(20);
  expect([...testKernels().findCorners(image, RING_RADIUS, threshold)]).toEqual(expected);
});

test('a picture without room for a row of sixteen has no corners', () => {
  expect(testKernels().findCorners(noise(20, 40), RING_RADIUS, 5)).toHaveLength(0);
  expect(testKernels().findCorners(noise(40, 6), RING_RADIUS, 5)).toHaveLength(0);
});

test('finds the nearest descriptor, and the second nearest of another place', () => {
  const random = createRandom(3);
  const descriptorsOf = (count: number) => ({
    count,
    bits: Int32Array.from({ length: count * WORDS }, () => random() * 2 ** 32),
    x: Float32Array.from({ length: count }, () => random() * 100),
    y: Float32Array.from({ length: count }, () => random() * 100),
  });
  const [query, train] = [descriptorsOf(30), descriptorsOf(80)];
  const apart = 20;
  const nearest = testKernels().findNearest(query, train, apart);
  const word = ({ bits }: { bits: Int32Array }, at: number) => bits.subarray(at * WORDS, (at + 1) * WORDS);
  for (let at = 0; at < query.count; at += 1) {
    const distances = Array.from({ length: train.count }, (_, other) =>
      hammingDistance(word(query, at), word(train, other)),
    );
    const best = distances.indexOf(Math.min(...distances));
    const isElsewhere = (other: number) =>
      Math.hypot(train.x[other]! - train.x[best]!, train.y[other]! - train.y[best]!) >= apart;
    expect([nearest[3 * at], nearest[3 * at + 1]]).toEqual([best, distances[best]]);
    // The scan is greedy: what was near an earlier best is not looked at again, so its answer may be a little larger.
    expect(nearest[3 * at + 2]).toBeGreaterThanOrEqual(Math.min(...distances.filter((_, other) => isElsewhere(other))));
  }
});

test('correlation is 1 at the template’s own place, and −1 where the picture is flat', () => {
  const kernels = testKernels();
  const image = noise(64, 56);
  image.data.fill(50, 40 * 64);
  const size = 9;
  const patch = Float32Array.from(
    { length: size * size },
    (_, at) => image.data[(20 - 4 + Math.floor(at / size)) * 64 + 30 - 4 + (at % size)]!,
  );
  const mean = patch.reduce((sum, value) => sum + value) / patch.length;
  const values = patch.map((value) => value - mean);
  const template = { size, values, norm: values.reduce((sum, value) => sum + value * value, 0) };
  const map = kernels.correlate(kernels.load(image), template, { x: 31, y: 19, radius: 2 }).slice();
  expect(map.indexOf(Math.max(...map))).toBe(3 * 5 + 1);
  expect(Math.max(...map)).toBeCloseTo(1, 4);
  const flat = kernels.correlate(kernels.load(image), template, { x: 30, y: 46, radius: 0 });
  expect(flat[0]).toBe(-1);
});

test('memory grows with the largest picture only, and two hundred starts take no more than one', () => {
  const kernels = testKernels();
  kernels.findCorners(noise(640, 480), RING_RADIUS, 20);
  const { bytes } = kernels;
  for (let round = 0; round < 5; round += 1) kernels.findCorners(noise(640, 480, round), RING_RADIUS, 20);
  expect(kernels.bytes).toBe(bytes);
  const corners = Array.from({ length: 200 }, () => testKernels().findCorners(noise(64, 48), RING_RADIUS, 20).length);
  expect(new Set(corners).size).toBe(1);
});

test.each([
  ['more', 70, 50],
  ['less', 20, 50],
  ['much less', 9, 5],
])('blurs as the definition does, with %s columns than sixteen and the taps need', (_, width, height) => {
  const image = noise(width, height);
  for (const sigma of [0.7, 1.6, 2.5]) expect(testKernels().blur(image, sigma)).toEqual(blur(image, sigma));
});

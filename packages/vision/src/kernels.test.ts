import { expect, test } from 'vitest';
import { hammingDistance } from './features';
import { blur, createImage, type GrayImage, halve, resize } from './image';
import { type Kernels, RING_RADIUS, WORDS } from './kernels';
import { PATTERNS, TURNS } from './pattern';
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

/** A picture with many corners. */
const soft = (width: number, height: number) => {
  const image = noise(width, height);
  for (let at = 0; at < image.data.length; at += 1)
    image.data[at] = 100 + 60 * Math.sin(at / 7) * Math.cos(at / 211) + image.data[at]! / 16;
  return image;
};

const findCorners = (kernels: Kernels, image: GrayImage, threshold: number) =>
  kernels.findCorners(kernels.load(image)[0], RING_RADIUS, threshold);

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
  const image = soft(width, 40);
  const expected = cornersOf(image, RING_RADIUS, threshold);
  expect(expected.length).toBeGreaterThan(20);
  expect([...findCorners(testKernels(), image, threshold)]).toEqual(expected);
});

test('a picture without room for a row of sixteen has no corners', () => {
  expect(findCorners(testKernels(), noise(20, 40), 5)).toHaveLength(0);
  expect(findCorners(testKernels(), noise(40, 6), 5)).toHaveLength(0);
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
  for (let at = 0; at < query.count; at += 1) {
    const distances = Array.from({ length: train.count }, (_, other) =>
      hammingDistance(query.bits, at * WORDS, train.bits, other * WORDS),
    );
    const best = distances.indexOf(Math.min(...distances));
    const isElsewhere = (other: number) =>
      Math.hypot(train.x[other]! - train.x[best]!, train.y[other]! - train.y[best]!) >= apart;
    expect([nearest[3 * at], nearest[3 * at + 1]]).toEqual([best, distances[best]]);
    // The scan is greedy: what was near an earlier best is not looked at again, so its answer may be a little larger.
    expect(nearest[3 * at + 2]).toBeGreaterThanOrEqual(Math.min(...distances.filter((_, other) => isElsewhere(other))));
  }
});

/** The smaller eigenvalue of the structure tensor of 7 × 7 pixels. */
function strengthAt({ width, data }: GrayImage, at: number): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (let row = at - 3 * width - 3; row <= at + 3 * width - 3; row += width)
    for (let pixel = row; pixel < row + 7; pixel += 1) {
      const [across, down] = [data[pixel + 1]! - data[pixel - 1]!, data[pixel + width]! - data[pixel - width]!];
      xx += across * across;
      yy += down * down;
      xy += across * down;
    }
  return Math.fround((xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy));
}

test('keeps the corners that are stronger than their neighbours', () => {
  const kernels = testKernels();
  const image = soft(90, 60);
  const level = kernels.load(image)[0];
  const corners = kernels.findCorners(level, 5, 4);
  const strengths = new Map([...corners].map((at) => [at, strengthAt(image, at)]));
  const strengthOf = (at: number) => strengths.get(at) ?? 0;
  const expected = [...strengths.keys()].filter((at) => {
    const around = [-91, -90, -89, -1, 1, 89, 90, 91].map((step) => strengthOf(at + step));
    return strengthOf(at) > 500 && strengthOf(at) > Math.max(...around);
  });
  const peaks = kernels.findPeaks(level, corners, 500);
  expect(expected.length).toBeGreaterThan(10);
  expect([...peaks.places]).toEqual(expected);
  for (const [at, strength] of peaks.strengths.entries()) expect(strength).toBeCloseTo(strengthOf(expected[at]!), -1);
});

test('describes a point by the comparisons of the pattern that is turned to its orientation', () => {
  const kernels = testKernels();
  const image = blur(noise(80, 70), 2);
  const points = Int32Array.of(30 * 80 + 25, 40 * 80 + 50);
  const { angles, bits } = kernels.describe(kernels.load(image)[0], points, 1.6);
  const smooth = blur(image, 1.6);
  for (const [point, at] of points.entries()) {
    let [across, down] = [0, 0];
    for (let y = -15; y <= 15; y += 1)
      for (let x = -15; x <= 15; x += 1) {
        if (x * x + y * y > 225) continue;
        across += x * image.data[at + y * 80 + x]!;
        down += y * image.data[at + y * 80 + x]!;
      }
    expect(angles[point]).toBeCloseTo(Math.atan2(down, across), 5);
    const turn = (Math.round((angles[point]! / (2 * Math.PI)) * TURNS) + TURNS) % TURNS;
    for (let bit = 0; bit < 256; bit += 1) {
      const from = turn * 1024 + 4 * bit;
      const [x0, y0, x1, y1] = PATTERNS.subarray(from, from + 4) as unknown as [number, number, number, number];
      const isSet = (bits[point * WORDS + (bit >> 5)]! >>> (bit & 31)) & 1;
      expect(isSet === 1).toBe(smooth.data[at + y0 * 80 + x0]! < smooth.data[at + y1 * 80 + x1]!);
    }
  }
});

test('correlation is 1 at the template’s own place, and −1 where the picture is flat', () => {
  const kernels = testKernels();
  const image = noise(64, 56);
  image.data.fill(50, 40 * 64);
  const [loaded] = kernels.load(image);
  const norm = kernels.renderTemplate(loaded, { size: 9, x: 26, y: 16, column: [1, 0], row: [0, 1] });
  const map = kernels.correlate(loaded, norm, { x: 31, y: 19, radius: 2 }).slice();
  expect(map.indexOf(Math.max(...map))).toBe(3 * 5 + 1);
  expect(Math.max(...map)).toBeCloseTo(1, 4);
  expect(kernels.correlate(loaded, norm, { x: 30, y: 46, radius: 0 })[0]).toBe(-1);
});

test('a template is rendered with the turn and the size of its patch', () => {
  const kernels = testKernels();
  const ramp = createImage(
    60,
    60,
    Uint8Array.from({ length: 3600 }, (_, at) => (at % 60) + 2 * Math.floor(at / 60)),
  );
  // Along both axes of this patch the ramp rises by 2.5 and by −1 a step: values from −6 to 6 around its mean.
  const patch = { size: 5, x: 20.25, y: 30.5, column: [0.5, 1], row: [1, -1] } as const;
  const squares = [-2, -1, 0, 1, 2].flatMap((y) => [-2, -1, 0, 1, 2].map((x) => (2.5 * x - y) ** 2));
  expect(kernels.renderTemplate(kernels.load(ramp)[0], patch)).toBeCloseTo(
    squares.reduce((sum, square) => sum + square),
    3,
  );
});

test('an affine map moves a picture, also between pixels, and goes on beyond its edges', () => {
  const ramp = createImage(
    40,
    30,
    Uint8Array.from({ length: 1200 }, (_, at) => (at % 40) + 4 * Math.floor(at / 40)),
  );
  const back = Float64Array.of(0, -1, 20.5, 1, 0, 3, 0, 0, 1);
  const { data } = testKernels().warp(ramp, back, { width: 20, height: 35 }, 1);
  // Pixel (x, y) of the result is (20.5 − y, 3 + x) of the ramp.
  expect(data[4 * 20 + 10]).toBe(Math.floor(20.5 - 4 + 4 * (3 + 10)));
  expect(data[34 * 20 + 10]).toBe(4 * (3 + 10));
  // Three places along a step of three rows are as one in their middle on a ramp.
  const squeezed = testKernels().warp(ramp, Float64Array.of(1, 0, 0, 0, 3, 1, 0, 0, 1), { width: 40, height: 9 }, 3);
  expect(squeezed.data[2 * 40 + 8]).toBe(8 + 4 * 7);
});

test.each([
  ['larger', 70, 50, 99, 73],
  ['smaller', 75, 51, 61, 42],
  ['of another shape', 33, 40, 41, 38],
])('resizes and halves as the definition does: %s', (_, width, height, toWidth, toHeight) => {
  const kernels = testKernels();
  const image = noise(width, height);
  expect(kernels.resize(image, toWidth, toHeight)).toEqual(resize(image, toWidth, toHeight));
  expect(kernels.halve(image)).toEqual(halve(image));
  expect(kernels.halve(kernels.halve(image))).toEqual(halve(halve(image)));
});

test('memory grows with the largest picture only', () => {
  const kernels = testKernels();
  findCorners(kernels, noise(640, 480), 20);
  const bytes = kernels.memory.buffer.byteLength;
  for (let round = 0; round < 5; round += 1) findCorners(kernels, noise(640, 480, round), 20);
  expect(kernels.memory.buffer.byteLength).toBe(bytes);
});

test.each([
  ['more', 70, 50],
  ['less', 20, 50],
  ['much less', 9, 5],
])('blurs as the definition does, with %s columns than sixteen and the taps need', (_, width, height) => {
  const image = noise(width, height);
  for (const sigma of [0.7, 1.6, 2.5]) expect(testKernels().blur(image, sigma)).toEqual(blur(image, sigma));
});

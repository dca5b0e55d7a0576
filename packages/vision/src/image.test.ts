import { expect, test } from 'vitest';
import { blur, buildPyramid, createImage, grayOfRgba, halve, resize, sampleAt, shrink } from './image';

const ramp = (width: number, height: number) =>
  createImage(
    width,
    height,
    Uint8Array.from({ length: width * height }, (_, at) => 2 * (at % width) + 3 * Math.floor(at / width)),
  );

test('grey is the luma of BT.601', () => {
  const rgba = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0);
  expect([...grayOfRgba(4, 1, rgba).data]).toEqual([77, 149, 29, 255]);
});

test('pixel (x, y) of the half is at (2x + 0.5, 2y + 0.5) of the whole, also of odd sizes', () => {
  const whole = ramp(41, 31);
  const half = halve(whole);
  expect([half.width, half.height]).toEqual([20, 15]);
  for (const [x, y] of [
    [0, 0],
    [7, 3],
    [19, 14],
  ] as const)
    expect(half.data[y * 20 + x]).toBeCloseTo(sampleAt(whole, 2 * x + 0.5, 2 * y + 0.5), -0.5);
});

test('resizing keeps a ramp in its place, and shrinking does not alias a fine pattern', () => {
  const small = resize(ramp(40, 30), 30, 20);
  expect(
    Math.abs(small.data[10 * 30 + 15]! - sampleAt(ramp(40, 30), (15.5 * 40) / 30 - 0.5, (10.5 * 30) / 20 - 0.5)),
  ).toBeLessThan(1);
  const stripes = createImage(
    64,
    64,
    Uint8Array.from({ length: 4096 }, (_, at) => (at % 2) * 200),
  );
  expect(new Set(shrink(stripes, 16, 16).data)).toEqual(new Set([100]));
});

test('blur keeps the mean, also at the edges, and spreads a point symmetrically', () => {
  const point = createImage(21, 21);
  point.data[10 * 21 + 10] = 255;
  const soft = blur(point, 1.5);
  expect(soft.data[10 * 21 + 8]).toBe(soft.data[10 * 21 + 12]);
  expect(soft.data[8 * 21 + 10]).toBe(soft.data[10 * 21 + 8]);
  const flat = createImage(9, 9, new Uint8Array(81).fill(90));
  expect(new Set(blur(flat, 3).data)).toEqual(new Set([90]));
});

test('a pyramid ends before its side is too small', () => {
  expect(buildPyramid(createImage(200, 100), 32).map(({ height }) => height)).toEqual([100, 50, 25]);
  expect(buildPyramid(createImage(200, 100), 10, 2)).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { squareIn } from './crop';

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test('D2.64: the mask on a phone is a square of the camera’s picture', () => {
  // A picture of 640 × 480 covers 400 × 600 pixels of the page: it is shown at 1.25, and 200 pixels are cut off at each side.
  expect(squareIn({ width: 640, height: 480 }, box(0, 0, 400, 600), box(50, 100, 300, 300))).toEqual({
    x: (200 + 50) / 1.25,
    y: 80,
    side: 240,
  });
});

test('a mask that reaches over the edge stays inside of the picture', () => {
  expect(squareIn({ width: 100, height: 50 }, box(10, 10, 200, 100), box(0, 0, 300, 300))).toEqual({
    x: 0,
    y: 0,
    side: 50,
  });
});

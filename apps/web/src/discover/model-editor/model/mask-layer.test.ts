import { expect, test } from 'vitest';
import { inkOf, shownSize } from './mask-layer';

const pixels = (...of: readonly (readonly [number, number, number, number])[]) => ({
  data: new Uint8ClampedArray(of.flat()),
});
const painted = (image: { readonly data: Uint8ClampedArray<ArrayBuffer> }) =>
  Array.from({ length: image.data.length / 4 }, (_, at) => (inkOf(image)[4 * at + 3] ?? 0) > 0);

test('what is opaque in a stored mask is painted, whatever its colour', () => {
  expect(painted(pixels([255, 255, 255, 255], [0, 0, 0, 0], [9, 9, 9, 127], [9, 9, 9, 128]))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('in a mask without transparency, what is dark is painted', () => {
  expect(painted(pixels([255, 255, 255, 255], [0, 0, 0, 255], [255, 0, 0, 255]))).toEqual([false, true, true]);
});

test('the canvas over a large picture has at most 2,048 pixels on a side', () => {
  expect(shownSize({ width: 4000, height: 3000 })).toEqual({ width: 2048, height: 1536, scale: 0.512 });
  expect(shownSize({ width: 900, height: 600 })).toEqual({ width: 900, height: 600, scale: 1 });
});

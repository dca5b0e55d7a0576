import { expect, test } from 'vitest';
import { isPacked, packFrame } from './packed';

const size = { width: 2, height: 1 };
const rgba = new Uint8ClampedArray([200, 100, 50, 255, 10, 20, 30, 255]);

test('a packed frame has the colours of the foreground on the left, the mask on the right, and nothing of the background', () => {
  const packed = packFrame(size, rgba, new Uint8Array([255, 0]));
  expect([...packed]).toEqual([200, 100, 50, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255]);
});

test('at a soft edge the colours are multiplied by the mask', () => {
  const packed = packFrame(size, rgba, new Uint8Array([51, 0]));
  expect([...packed.subarray(0, 3), ...packed.subarray(8, 11)]).toEqual([40, 20, 10, 51, 51, 51]);
});

test('without a foreground a frame is black and opaque', () => {
  const packed = packFrame(size, rgba, null);
  expect([...packed]).toEqual(Array.from({ length: 4 }, () => [0, 0, 0, 255]).flat());
});

test.each([
  [640, 480],
  [640, 360],
])('packed frames of a camera of %i × %i are told by their shape', (width, height) => {
  expect([isPacked({ width: 2 * width, height }), isPacked({ width, height })]).toEqual([true, false]);
});

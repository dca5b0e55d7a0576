import { expect, test } from 'vitest';
import { AR_FRAME, isPacked, middleOf, packFrame } from './packed';

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
  ['4:3', 640, 480, { left: 0, top: 0, width: 640, height: 480 }],
  ['wide', 1280, 720, { left: 160, top: 0, width: 960, height: 720 }],
  ['upright', 480, 640, { left: 0, top: 140, width: 480, height: 360 }],
  ['square', 480, 480, { left: 0, top: 60, width: 480, height: 360 }],
])('of the picture of a %s camera the middle is used', (_, width, height, middle) => {
  expect([middleOf({ width, height }), isPacked({ width, height })]).toEqual([middle, false]);
});

test('packed frames are told by their shape', () => {
  expect(isPacked({ width: 2 * AR_FRAME.width, height: AR_FRAME.height })).toBe(true);
});

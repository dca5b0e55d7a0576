import { expect, test } from 'vitest';
import { FACTOR_MAX, moveBy, placeOf, WHOLE, zoomBy } from './zoom';

const room = { width: 800, height: 500 };
const frame = { room, picture: { width: 4000, height: 2000 } };

/** The pixel of the picture at a point of the frame. */
const pixelAt = (zoom: typeof WHOLE, [x, y]: readonly [number, number]) => {
  const { left, top, scale } = placeOf(frame, zoom);
  return [Math.round((x - left) / scale), Math.round((y - top) / scale)];
};

test('the whole picture fits the frame, and is centred', () => {
  expect(placeOf(frame, WHOLE)).toEqual({ left: 0, top: 50, width: 800, height: 400, scale: 0.2 });
});

test('the point under the pointer stays fixed while zooming', () => {
  const at = [600, 300] as const;
  const zoom = zoomBy(frame, zoomBy(frame, WHOLE, 2, at), 1.5, at);
  expect(zoom.factor).toBe(3);
  expect(pixelAt(zoom, at)).toEqual(pixelAt(WHOLE, at));
});

test('zoom is limited between the whole picture and the maximum', () => {
  const at = [10, 480] as const;
  expect(zoomBy(frame, zoomBy(frame, WHOLE, 4, at), 0.01, at)).toEqual(WHOLE);
  expect(zoomBy(frame, WHOLE, 1000, at).factor).toBe(FACTOR_MAX);
});

test('panning stops at the picture’s edge', () => {
  const zoom = zoomBy(frame, WHOLE, 2, [400, 250]);
  const { left, top } = placeOf(frame, moveBy(frame, zoom, 5000, -5000));
  expect([left, top]).toEqual([0, 500 - 800]);
  expect(moveBy(frame, WHOLE, 30, 30)).toEqual(WHOLE);
});

import { expect, test } from 'vitest';
import { distance, moved, SCALE_MAX, swiped, WHOLE, zoomed } from './zoom';

const frame = { width: 400, height: 200 };

test('limits the scale from the whole picture to the maximum', () => {
  expect(zoomed(WHOLE, 0.5, frame)).toEqual(WHOLE);
  expect(zoomed(WHOLE, 2, frame).scale).toBe(2);
  expect(zoomed(WHOLE, 100, frame).scale).toBe(SCALE_MAX);
});

test('pans a zoomed picture up to its edge, and the whole one not at all', () => {
  const twice = zoomed(WHOLE, 2, frame);
  expect(moved(twice, { x: 50, y: -30 }, frame)).toEqual({ scale: 2, x: 50, y: -30 });
  expect(moved(twice, { x: 999, y: -999 }, frame)).toEqual({ scale: 2, x: 200, y: -100 });
  expect(moved(WHOLE, { x: 5, y: 5 }, frame)).toEqual(WHOLE);
});

test('zooms around the centre, and returns to the whole picture', () => {
  const aside = moved(zoomed(WHOLE, 2, frame), { x: 100, y: 0 }, frame);
  expect(zoomed(aside, 2, frame)).toEqual({ scale: 4, x: 200, y: 0 });
  expect(zoomed(aside, 0.1, frame)).toEqual(WHOLE);
});

test('a long horizontal swipe changes the picture; a vertical or short one does not', () => {
  expect([swiped({ x: -80, y: 10 }), swiped({ x: 80, y: 10 })]).toEqual([1, -1]);
  expect([swiped({ x: -20, y: 0 }), swiped({ x: -80, y: 200 })]).toEqual([0, 0]);
  expect(distance({ x: 0, y: 0 }, { x: 3, y: 4 })).toBe(5);
});

test('zooms around a place, which stays where it is', () => {
  const at = { x: 100, y: -50 };
  const twice = zoomed(WHOLE, 2, frame, at);
  // What is at `at` in the whole picture is at view + 2 × at in the enlarged one.
  expect([twice.x + 2 * at.x, twice.y + 2 * at.y]).toEqual([at.x, at.y]);
});

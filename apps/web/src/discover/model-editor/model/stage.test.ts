import { expect, test } from 'vitest';
import { inPicture, isInside, scaleOf, toFrame, toPicture } from './stage';

const stage = {
  frame: { width: 800, height: 600 },
  picture: { width: 4000, height: 2000 },
  view: { scale: 2, x: 30, y: -40 },
};

test('a picture fits into its frame, and is zoomed from there', () => {
  expect(scaleOf({ ...stage, view: { scale: 1, x: 0, y: 0 } })).toBe(0.2);
  expect(scaleOf(stage)).toBe(0.4);
});

test('the centre of the picture is moved with the view', () => {
  expect(toFrame(stage, { x: 2000, y: 1000 })).toEqual({ x: 430, y: 260 });
});

test.each([
  [0, 0],
  [1234, 987],
  [4000, 2000],
])('%d, %d of the picture is found again from the frame', (x, y) => {
  const back = toPicture(stage, toFrame(stage, { x, y }));
  expect(back.x).toBeCloseTo(x, 6);
  expect(back.y).toBeCloseTo(y, 6);
});

test('a place is a whole pixel inside of the picture', () => {
  expect(inPicture(stage.picture, { x: -3, y: 2000.4 })).toEqual({ x: 0, y: 2000 });
  expect([isInside(stage.picture, { x: 0, y: 2000 }), isInside(stage.picture, { x: 0, y: 2001 })]).toEqual([
    true,
    false,
  ]);
});

import { expect, test } from 'vitest';
import { type Corner, cornerByKey, moveWithin, nearestCorner, nextCorner } from './corners';

const screen = { width: 390, height: 844 };
const box = { left: 200, top: 80, width: 168, height: 180 };
const [topLeft, topRight, bottomRight, bottomLeft]: Corner[] = [
  { x: 'left', y: 'top' },
  { x: 'right', y: 'top' },
  { x: 'right', y: 'bottom' },
  { x: 'left', y: 'bottom' },
];

test('a box goes to the nearest corner, and never off the screen', () => {
  expect(nearestCorner(box, screen)).toEqual(topRight);
  expect(nearestCorner({ ...box, left: 20, top: 600 }, screen)).toEqual(bottomLeft);
  expect(moveWithin(box, { x: -50, y: 60 }, screen)).toEqual({ x: -50, y: 60 });
  expect(moveWithin(box, { x: 500, y: -500 }, screen)).toEqual({ x: 22, y: -80 });
  expect(moveWithin(box, { x: -500, y: 5000 }, screen)).toEqual({ x: -200, y: 584 });
});

test('arrow keys lead to the corner on their side, other keys nowhere', () => {
  expect(cornerByKey(topRight as Corner, 'ArrowLeft')).toEqual(topLeft);
  expect(cornerByKey(topRight as Corner, 'ArrowDown')).toEqual(bottomRight);
  expect(cornerByKey(topRight as Corner, 'ArrowUp')).toEqual(topRight);
  expect(cornerByKey(topRight as Corner, 'Enter')).toBeNull();
});

test('one press after another leads through all corners, clockwise', () => {
  const way = [topLeft, topRight, bottomRight, bottomLeft] as Corner[];
  expect(way.map(nextCorner)).toEqual([topRight, bottomRight, bottomLeft, topLeft]);
});

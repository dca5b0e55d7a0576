import { expect, test } from 'vitest';
import { placeIn } from './picture-camera';

test.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
])('all of the picture is in the middle of the frame of %s', (_, screen) => {
  const { width, height, shown } = placeIn(screen, { width: 900, height: 1200 });
  expect(Math.max(width, height)).toBe(1280);
  expect(width / height).toBeCloseTo(screen.width / screen.height, 2);
  expect(shown.width / shown.height).toBeCloseTo(0.75);
  expect([shown.x + shown.width / 2, shown.y + shown.height / 2]).toEqual([width / 2, height / 2]);
  expect(Math.min(shown.x, shown.y)).toBeGreaterThan(0);
});

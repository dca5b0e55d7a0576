import type { VisitKeypoint } from '@earth/contracts';
import { expect, test } from 'vitest';
import { testItem } from '../../../testing/contents';
import { isDark, pointsOf } from './visit-points';

const keypoint = (change: Partial<VisitKeypoint>): VisitKeypoint => ({
  keypointUniqueId: 'k',
  viewUniqueId: 'front',
  contentId: 1,
  posX: 200,
  posY: 75,
  color: '#ff0000',
  width: 800,
  height: 600,
  contentData: testItem({ title: 'Eyes' }),
  ...change,
});

test('a content that is marked in several views is one point; the order is that of the answer', () => {
  const points = pointsOf([
    keypoint({ contentId: 7 }),
    keypoint({ contentId: 3, posX: 0 }),
    keypoint({ contentId: 7, viewUniqueId: 'side', posX: 400, posY: 300 }),
  ]);
  expect(points.map(({ contentId, number }) => [contentId, number])).toEqual([
    [7, 1],
    [3, 2],
  ]);
  expect(points[0]?.marks.map(({ viewId, x, y }) => [viewId, x, y])).toEqual([
    ['front', 0.25, 0.125],
    ['side', 0.5, 0.5],
  ]);
});

test('D9.19: a key point is #29c885, or has the colour that it was given', () => {
  const colors = ['#ff0000', '#FF0000', '#1144aa'].map((color) => pointsOf([keypoint({ color })])[0]?.marks[0]?.color);
  expect(colors).toEqual(['#29c885', '#29c885', '#1144aa']);
});

test('the number on a dark dot is white', () => {
  expect(['#29c885', '#ffffff', '#1144aa', '#000000'].map(isDark)).toEqual([false, false, true, true]);
});

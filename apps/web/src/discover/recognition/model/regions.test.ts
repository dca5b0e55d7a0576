import { expect, test } from 'vitest';
import type { Match } from './match';
import { boundingBoxes, productsIn } from './regions';

const left = { x: 0, y: 0, width: 0.5, height: 1 };
const match = (contentId: number, distance: number, region: Match['region']) =>
  ({ contentId, distance, region }) as Match;

test('D2.20: each region of a photograph shows its nearest product; without regions the whole photograph is one', () => {
  const boxes = boundingBoxes([match(1, 0.3, left), match(2, 0.1, { ...left }), match(3, 0.2, null)]);
  expect(boxes.map((box) => [box.match.contentId, box.region])).toEqual([
    [2, left],
    [3, { x: 0, y: 0, width: 1, height: 1 }],
  ]);
});

test('a product in two regions of a photograph is one product, as the nearer region shows it', () => {
  const right = { ...left, x: 0.5 };
  const boxes = boundingBoxes([match(1, 0.3, left), match(1, 0.1, right), match(2, 0.2, { ...left, width: 0.4 })]);
  expect(boxes).toHaveLength(3);
  expect(productsIn(boxes).map(({ contentId, distance }) => [contentId, distance])).toEqual([
    [1, 0.1],
    [2, 0.2],
  ]);
});

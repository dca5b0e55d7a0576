import { expect, test } from 'vitest';
import { contained, layoutOf } from './tiles';

const SIZE = { width: 640, height: 480 };
const areaOf = ({ width, height }: { readonly width: number; readonly height: number }) => width * height;

test.each([
  [1, 1, 1],
  [2, 2, 1],
  [3, 2, 2],
  [4, 2, 2],
  [5, 3, 2],
])('%i people fill %i columns and %i rows', (people, columns, rows) => {
  const { large, tiles } = layoutOf(SIZE, people, false);
  expect([large, tiles.length]).toEqual([null, people]);
  for (const tile of tiles) expect(areaOf(tile)).toBeCloseTo(areaOf(SIZE) / (columns * rows));
  expect(new Set(tiles.map(({ x, y }) => `${x} ${y}`)).size).toBe(people);
});

test('beside a large picture everybody has a place in a column', () => {
  const { large, tiles } = layoutOf(SIZE, 12, true);
  expect(large).toEqual({ x: 0, y: 0, width: 512, height: 480 });
  for (const { x, y, width, height } of tiles) expect([x, width, y + height <= SIZE.height]).toEqual([512, 128, true]);
  expect(layoutOf(SIZE, 0, true).tiles).toEqual([]);
});

test('a picture is whole in its box, in the middle of it', () => {
  expect(contained({ width: 200, height: 100 }, { x: 10, y: 0, width: 50, height: 50 })).toEqual({
    x: 10,
    y: 12.5,
    width: 50,
    height: 25,
  });
});

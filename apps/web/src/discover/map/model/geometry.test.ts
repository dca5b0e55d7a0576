import type { Geometry } from 'geojson';
import { expect, test } from 'vitest';
import { boundsOf, centreOf, metresBetween, walkingMinutes } from './geometry';

const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 44],
      [12, 44],
      [12, 46],
      [10, 46],
      [10, 44],
    ],
  ],
};

test('computes the bounds of shapes; null without shapes', () => {
  expect(boundsOf([point(-3, 50), { type: 'GeometryCollection', geometries: [square, point(9, 1)] }])).toEqual([
    -3, 1, 12, 50,
  ]);
  expect(boundsOf([])).toBeNull();
});

test('the centre of a shape is its middle; of a line, a point on the line', () => {
  expect(centreOf(square)).toEqual([11, 45]);
  const bent = [
    [0, 0],
    [9, 1],
    [0, 2],
  ];
  expect(centreOf({ type: 'LineString', coordinates: bent })).toEqual([9, 1]);
});

test('distances follow the ground, also across the date line', () => {
  // A minute of arc is a nautical mile.
  expect(metresBetween([10, 44], [10, 44 + 1 / 60])).toBeCloseTo(1853.2, 0);
  expect(metresBetween([179.99, 0], [-179.99, 0])).toBeCloseTo(2223.9, 0);
  expect(metresBetween([10, 44], [10, 44])).toBe(0);
});

test('350 m take five minutes on foot; the minimum is one minute', () => {
  expect([walkingMinutes(350), walkingMinutes(3)]).toEqual([5, 1]);
});

import { guessCamera } from '@earth/vision';
import { expect, test } from 'vitest';
import { matrixOf, multiply, rotation, translation } from '../../../discover/ar/model/matrix';
import { heightAt, meetPlane, type Orbit, pixelOf, type Point, poseOf, rayAt, turned, zoomed } from './orbit';

const camera = guessCamera({ width: 800, height: 600 });
const orbit: Orbit = { turn: 25, tilt: 40, distance: 4, centre: [0.3, -0.2, 0.1] };

test('the pose is that of the turns: about the normal, leaned back, away from the camera', () => {
  const turns = multiply(rotation([-40, 0, 0]), rotation([0, 0, 25]));
  const wanted = multiply(translation(0, 0, -4), multiply(turns, translation(-0.3, 0.2, -0.1)));
  for (const [index, value] of matrixOf(poseOf(orbit)).entries()) expect(value).toBeCloseTo(wanted[index] ?? 0, 9);
});

test('the centre is in the middle of the picture, and the top of the marker farther away', () => {
  const [x = 0, y = 0] = pixelOf(orbit, camera, orbit.centre) ?? [];
  expect([x, y]).toEqual([expect.closeTo(400), expect.closeTo(300)]);
  const straight = { ...orbit, turn: 0 };
  const width = (at: number) => {
    const [left, right] = [-0.5, 0.5].map((side) => pixelOf(straight, camera, [side, at, 0])?.[0] ?? 0);
    return (right ?? 0) - (left ?? 0);
  };
  expect(width(0.5)).toBeLessThan(width(-0.5));
});

test.each<Point>([
  [0, 0, 0],
  [1.5, -0.75, 0],
  [-0.4, 2, 0.8],
])('a ray through the pixel of %j meets it on its plane and on its vertical', (x, y, z) => {
  const pixel = pixelOf(orbit, camera, [x, y, z]) ?? [0, 0];
  const ray = rayAt(orbit, camera, pixel);
  expect(meetPlane(ray, z)).toEqual([expect.closeTo(x), expect.closeTo(y)]);
  expect(heightAt(ray, [x, y])).toBeCloseTo(z);
});

test('what cannot be met is null: above the horizon, behind the camera, a height from the front', () => {
  const low = turned(orbit, { turn: 0, tilt: 90 });
  expect(low.tilt).toBe(85);
  expect(meetPlane(rayAt(low, camera, [400, 0]), 0)).toBeNull();
  expect(pixelOf(orbit, camera, [0, -99, 99])).toBeNull();
  const front = { ...orbit, tilt: 0 };
  expect(heightAt(rayAt(front, camera, [400, 300]), [0.3, -0.2])).toBeNull();
});

test('zooming stays within its limits', () => {
  expect(zoomed(orbit, 2).distance).toBe(2);
  expect([zoomed(orbit, 1e9).distance, zoomed(orbit, 1e-9).distance]).toEqual([0.3, 120]);
});

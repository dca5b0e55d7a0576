import { expect, test } from 'vitest';
import { dragged, type Grip, handleOf, nudged, type Place } from './grips';
import { OrbitStage } from './orbit-stage';
import type { Point } from './orbit';

const item: Place = { x: 0.5, y: 0.25, z: 0.2, width: 1, turnZ: 30 };
const stage = new OrbitStage();
stage.resize({ width: 640, height: 480 }, { x: 0, y: 0, near: 0, width: 2, height: 2 });
const rayTo = (point: Point) => stage.rayAt(stage.pixelOf(point) ?? [0, 0]);
const drag = (grip: Grip, from: Point, to: Point) => dragged(grip, item, { from: rayTo(from), to: rayTo(to) });

test('an item follows the pointer on the plane of its height, wherever it was taken', () => {
  expect(drag('place', [0.6, 0.3, 0.2], [-0.4, 0.55, 0.2])).toEqual({ x: -0.5, y: 0.5 });
});

test('the handles turn it, make it larger, and lift it', () => {
  const size = handleOf('size', item);
  const farther: Point = [0.5 + 2 * (size[0] - 0.5), 0.25 + 2 * (size[1] - 0.25), 0.2];
  expect(drag('size', size, farther)).toEqual({ width: 2 });
  expect(drag('turn', [1.5, 0.25, 0.2], [0.5, 1.25, 0.2])).toEqual({ turnZ: 120 });
  expect(drag('turn', [1.5, 0.25, 0.2], [-0.5, 0.2, 0.2])?.turnZ).toBeLessThan(-140);
  const [x, y, z] = handleOf('height', item);
  expect(drag('height', [x, y, z], [x, y, z + 0.5])).toEqual({ z: 0.7 });
});

test('a drag above the horizon moves nothing', () => {
  const low = new OrbitStage();
  low.resize({ width: 640, height: 480 }, { x: 0, y: 0, near: 0, width: 2, height: 2 });
  low.turn(0, 90);
  expect(dragged('place', item, { from: low.rayAt([320, 400]), to: low.rayAt([320, 0]) })).toBeNull();
});

test.each<[Grip, string, boolean, Partial<Place> | null]>([
  ['place', 'ArrowRight', true, { x: 1 }],
  ['place', 'ArrowDown', false, { y: 0.2 }],
  ['place', 'PageUp', false, { z: 0.25 }],
  ['height', 'ArrowDown', true, { z: -0.3 }],
  ['size', 'ArrowLeft', false, { width: 0.95 }],
  ['size', 'ArrowDown', true, { width: 0.5 }],
  ['turn', 'ArrowUp', true, { turnZ: 45 }],
  ['turn', 'PageUp', false, null],
  ['place', 'Enter', false, null],
])('%s by %s (Shift: %s)', (grip, key, shiftKey, wanted) => {
  expect(nudged(grip, item, { key, shiftKey })).toEqual(wanted);
});

test('nothing leaves its limits', () => {
  expect(nudged('place', { ...item, x: 50 }, { key: 'ArrowRight', shiftKey: true })).toEqual({ x: 50 });
  expect(nudged('size', { ...item, width: 0.02 }, { key: 'ArrowLeft', shiftKey: true })).toEqual({ width: 0.01 });
  expect(nudged('turn', { ...item, turnZ: 179 }, { key: 'ArrowUp', shiftKey: true })).toEqual({ turnZ: -166 });
});

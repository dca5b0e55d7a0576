/** A camera that an editor turns about a marker, and what its rays meet. Coordinates of the marker, as of `SceneItem`. */
import type { Camera, Pose } from '@earth/vision';
import { type Matrix, matrixOf, multiply, rotation, translation } from '../../../discover/ar/model/matrix';

export type Point = readonly [x: number, y: number, z: number];

export interface Orbit {
  /** Degrees about the marker's normal. */
  readonly turn: number;
  /** Degrees between the marker's normal and the direction of the camera: 0 is from the front. */
  readonly tilt: number;
  /** From the camera to the point that it looks at. */
  readonly distance: number;
  readonly centre: Point;
}

const TILT_MAX = 85;
const NEAREST = 0.3;
const FARTHEST = 120;
const RADIANS = Math.PI / 180;

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** @param by degrees */
export const turned = (orbit: Orbit, by: { readonly turn: number; readonly tilt: number }): Orbit => ({
  ...orbit,
  turn: (orbit.turn + by.turn) % 360,
  tilt: within(orbit.tilt + by.tilt, 0, TILT_MAX),
});

/** @param by above 1: nearer */
export const zoomed = (orbit: Orbit, by: number): Orbit => ({
  ...orbit,
  distance: within(orbit.distance / by, NEAREST, FARTHEST),
});

/** A pose has y down and z away from the camera: its rotation and translation are mirrored. */
export function poseOf({ turn, tilt, distance, centre: [x, y, z] }: Orbit): Pose {
  const [half, lean] = [(turn * RADIANS) / 2, (-tilt * RADIANS) / 2];
  const [sinX, cosX, sinZ, cosZ] = [Math.sin(lean), Math.cos(lean), Math.sin(half), Math.cos(half)];
  const turning = multiply(rotation([-tilt, 0, 0]), rotation([0, 0, turn]));
  const moved = multiply(translation(0, 0, -distance), multiply(turning, translation(-x, -y, -z)));
  const [tx = 0, ty = 0, tz = 0] = moved.slice(12, 15);
  return {
    rotation: [sinX * cosZ, sinX * sinZ, -cosX * sinZ, cosX * cosZ],
    translation: [tx, -ty, -tz],
  };
}

export interface Ray {
  readonly from: Point;
  readonly direction: Point;
}

const at = (matrix: Matrix, index: number) => matrix[index] ?? 0;
/** By the inverse of a rotation. */
const turnedBack = (matrix: Matrix, [x, y, z]: Point): Point => [
  at(matrix, 0) * x + at(matrix, 1) * y + at(matrix, 2) * z,
  at(matrix, 4) * x + at(matrix, 5) * y + at(matrix, 6) * z,
  at(matrix, 8) * x + at(matrix, 9) * y + at(matrix, 10) * z,
];

/** What is seen at a pixel of the picture. @param pixel its origin is the picture's upper left corner */
export function rayAt(orbit: Orbit, { focal, centre }: Camera, pixel: readonly [x: number, y: number]): Ray {
  const matrix = matrixOf(poseOf(orbit));
  const [x, y] = [(pixel[0] - centre[0] - 0.5) / focal, -(pixel[1] - centre[1] - 0.5) / focal];
  return {
    from: turnedBack(matrix, [-at(matrix, 12), -at(matrix, 13), -at(matrix, 14)]),
    direction: turnedBack(matrix, [x, y, -1]),
  };
}

/** Where a point is in the picture; null: behind the camera. */
export function pixelOf(orbit: Orbit, { focal, centre }: Camera, [x, y, z]: Point): readonly [number, number] | null {
  const matrix = multiply(matrixOf(poseOf(orbit)), translation(x, y, z));
  const depth = -at(matrix, 14);
  if (depth <= 0) return null;
  return [centre[0] + 0.5 + (focal * at(matrix, 12)) / depth, centre[1] + 0.5 - (focal * at(matrix, 13)) / depth];
}

/** Where a ray meets the plane of that height over the marker; null: it does not. */
export function meetPlane({ from, direction }: Ray, height: number): readonly [x: number, y: number] | null {
  const length = (height - from[2]) / direction[2];
  if (!Number.isFinite(length) || length <= 0) return null;
  return [from[0] + length * direction[0], from[1] + length * direction[1]];
}

/** Less than this, a ray goes along a vertical, and says nothing about heights. */
const APART = 0.02;

/** The height on the vertical over a point that is nearest to a ray; null: they are nearly parallel. */
export function heightAt({ from, direction }: Ray, [x, y]: readonly [number, number]): number | null {
  const [dx, dy, dz] = direction;
  const [ox, oy, oz] = [from[0] - x, from[1] - y, from[2]];
  const length = dx * dx + dy * dy + dz * dz;
  const apart = length - dz * dz;
  if (apart < APART * length) return null;
  return (length * oz - dz * (dx * ox + dy * oy + dz * oz)) / apart;
}

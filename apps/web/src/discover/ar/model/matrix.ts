/** 4 × 4 matrices, column by column, as CSS and WebGL take them. Axes: x to the right, y up, z toward the viewer. */
import type { Pose } from '@earth/vision';

export type Matrix = readonly number[];

const at = (matrix: Matrix, index: number) => matrix[index] ?? 0;

/** First `b`, then `a`. */
export const multiply = (a: Matrix, b: Matrix): Matrix =>
  Array.from({ length: 16 }, (_, index) => {
    const [row, column] = [index % 4, 4 * Math.floor(index / 4)];
    return [0, 1, 2, 3].reduce((sum, k) => sum + at(a, row + 4 * k) * at(b, column + k), 0);
  });

export const translation = (x: number, y: number, z: number): Matrix => [
  1,
  0,
  0,
  0,
  0,
  1,
  0,
  0,
  0,
  0,
  1,
  0,
  x,
  y,
  z,
  1,
];
export const scaling = (x: number, y: number, z: number): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

const RADIANS = Math.PI / 180;

/** About x, then y, then z, in degrees. */
export function rotation([x, y, z]: readonly [number, number, number]): Matrix {
  const [a, b, c] = [x * RADIANS, y * RADIANS, z * RADIANS];
  const aboutX = [1, 0, 0, 0, 0, Math.cos(a), Math.sin(a), 0, 0, -Math.sin(a), Math.cos(a), 0, 0, 0, 0, 1];
  const aboutY = [Math.cos(b), 0, -Math.sin(b), 0, 0, 1, 0, 0, Math.sin(b), 0, Math.cos(b), 0, 0, 0, 0, 1];
  const aboutZ = [Math.cos(c), Math.sin(c), 0, 0, -Math.sin(c), Math.cos(c), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return multiply(aboutZ, multiply(aboutY, aboutX));
}

/** From the marker to the camera. A pose of the engine has y down and z away from the camera. */
export function matrixOf({ rotation: [x, minusY, minusZ, w], translation: [tx, ty, tz] }: Pose): Matrix {
  const [y, z] = [-minusY, -minusZ];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + w * z),
    2 * (x * z - w * y),
    0,
    2 * (x * y - w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z + w * x),
    0,
    2 * (x * z + w * y),
    2 * (y * z - w * x),
    1 - 2 * (x * x + y * y),
    0,
    tx,
    -ty,
    -tz,
    1,
  ];
}

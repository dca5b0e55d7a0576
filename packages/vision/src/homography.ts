/** Plane homographies: 3 × 3 matrices, row by row, that map points of a target to points of a frame (Hartley and Zisserman, chapter 2). */

export type Homography = Float64Array;
export type Point = readonly [x: number, y: number];
/** The partial derivatives ∂u/∂x, ∂u/∂y, ∂v/∂x, ∂v/∂y. */
export type Jacobian = readonly [ux: number, uy: number, vx: number, vy: number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function apply(h: Homography, x: number, y: number): Point {
  const depth = h[6]! * x + h[7]! * y + h[8]!;
  return [(h[0]! * x + h[1]! * y + h[2]!) / depth, (h[3]! * x + h[4]! * y + h[5]!) / depth];
}

/** First `b`, then `a`. */
export function multiply(a: Homography, b: Homography): Homography {
  const product = new Float64Array(9);
  for (let row = 0; row < 9; row += 3)
    for (let column = 0; column < 3; column += 1)
      product[row + column] = a[row]! * b[column]! + a[row + 1]! * b[3 + column]! + a[row + 2]! * b[6 + column]!;
  return product;
}

/** Scales the matrix so that its last element is 1. */
export const normalized = (h: Homography): Homography => h.map((value) => value / h[8]!);

/** The inverse, by the adjugate; its elements are not finite if there is none. */
export function invert(m: Homography): Homography {
  const cofactor = (a: number, b: number, c: number, d: number) => m[a]! * m[b]! - m[c]! * m[d]!;
  const first = cofactor(4, 8, 5, 7);
  const second = cofactor(5, 6, 3, 8);
  const third = cofactor(3, 7, 4, 6);
  const determinant = m[0]! * first + m[1]! * second + m[2]! * third;
  const rows = [
    [first, cofactor(2, 7, 1, 8), cofactor(1, 5, 2, 4)],
    [second, cofactor(0, 8, 2, 6), cofactor(2, 3, 0, 5)],
    [third, cofactor(1, 6, 0, 7), cofactor(0, 4, 1, 3)],
  ];
  return Float64Array.from(rows.flat(), (value) => value / determinant);
}

/** The linear map that `h` is near a point. */
export function jacobianAt(h: Homography, x: number, y: number): Jacobian {
  const scale = 1 / (h[6]! * x + h[7]! * y + h[8]!);
  const u = (h[0]! * x + h[1]! * y + h[2]!) * scale;
  const v = (h[3]! * x + h[4]! * y + h[5]!) * scale;
  return [
    (h[0]! - u * h[6]!) * scale,
    (h[1]! - u * h[7]!) * scale,
    (h[3]! - v * h[6]!) * scale,
    (h[4]! - v * h[7]!) * scale,
  ];
}

export const determinantOf = ([ux, uy, vx, vy]: Jacobian): number => ux * vy - uy * vx;

/** `h`, moved in the frame. */
export function shifted(h: Homography, dx: number, dy: number): Homography {
  const moved = Float64Array.from(h);
  for (let column = 0; column < 3; column += 1) {
    moved[column]! += dx * h[6 + column]!;
    moved[3 + column]! += dy * h[6 + column]!;
  }
  return moved;
}

export const cornersOf = ({ width, height }: Size): readonly [Point, Point, Point, Point] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

/** The largest area, in square pixels, that a target in front of the camera can cover. */
const AREA_MAX = 4e7;

/** Whether the image of a rectangle is a convex quadrilateral, seen from the front, of a plausible area in square pixels. */
export function isPlausible(h: Homography, size: Size, areaMin: number): boolean {
  const corners = cornersOf(size);
  if (corners.some(([x, y]) => h[6]! * x + h[7]! * y + h[8]! <= 0)) return false;
  const seen = corners.map(([x, y]) => apply(h, x, y));
  let area = 0;
  for (let at = 0; at < 4; at += 1) {
    const [here, next, after] = [seen[at]!, seen[(at + 1) & 3]!, seen[(at + 2) & 3]!];
    const turn = (next[0] - here[0]) * (after[1] - next[1]) - (next[1] - here[1]) * (after[0] - next[0]);
    if (!(turn > 0)) return false;
    area += (here[0] * next[1] - here[1] * next[0]) / 2;
  }
  return area >= areaMin && area < AREA_MAX;
}

/** How far apart two poses place the corners of a target: the mean distance, in pixels of the frame. */
export function cornerError(one: Homography, other: Homography, size: Size): number {
  const distances = cornersOf(size).map(([x, y]) => {
    const [here, there] = [apply(one, x, y), apply(other, x, y)];
    return Math.hypot(here[0] - there[0], here[1] - there[1]);
  });
  return distances.reduce((sum, distance) => sum + distance) / 4;
}

/** Where a flat target stands in front of the camera: from its homography and the camera's focal length. */
import { apply, type Homography, normalized, type Size } from './homography';

/** Of a pinhole camera, in pixels of the frame. */
export interface Camera {
  readonly focal: number;
  readonly centre: readonly [x: number, y: number];
}

/** Axes as in a frame: x right, y down, z away from the camera. Lengths in units of the target's width. */
export interface Pose {
  /** Unit quaternion x, y, z, w, from the target to the camera. */
  readonly rotation: readonly [number, number, number, number];
  /** Of the target's centre. */
  readonly translation: readonly [number, number, number];
}

/** A phone's main camera, as long as nothing is known of it: 60° across the longer side. */
export const guessCamera = ({ width, height }: Size): Camera => ({
  focal: Math.max(width, height) / 2 / Math.tan((30 * Math.PI) / 180),
  centre: [(width - 1) / 2, (height - 1) / 2],
});

export type Vector = readonly [number, number, number];
export const scaled = ([x, y, z]: Vector, by: number): Vector => [x * by, y * by, z * by];
export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const unit = (a: Vector) => scaled(a, 1 / Math.sqrt(dot(a, a)));

/** Quaternion of a rotation with these columns (Shepperd's method). */
function quaternionOf(x: Vector, y: Vector, z: Vector): Pose['rotation'] {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s];
}

/** A target in front of the camera: the directions of its axes, and its centre. Units as of `Pose`. */
export interface Plane {
  readonly x: Vector;
  readonly y: Vector;
  readonly centre: Vector;
}

/**
 * Decomposes a homography (Zhang, 2000): the first two columns of K⁻¹ H are the target's axes, made orthogonal by their bisectors, so that an
 * error is shared by both.
 */
export function planeFrom(h: Homography, target: Size, { focal, centre }: Camera): Plane {
  // H with the origin in the target's centre and its width as unit, without the camera.
  const column = (at: number): Vector => {
    const depth = h[6 + at]!;
    return [(h[at]! - centre[0] * depth) / focal, (h[3 + at]! - centre[1] * depth) / focal, depth];
  };
  const [first, second] = [scaled(column(0), target.width), scaled(column(1), target.width)];
  const middle = plus(
    plus(scaled(column(0), (target.width - 1) / 2), scaled(column(1), (target.height - 1) / 2)),
    column(2),
  );
  const length = (Math.sqrt(dot(first, first)) + Math.sqrt(dot(second, second))) / 2;
  const sign = Math.sign(middle[2]) || 1;
  const [one, other] = [unit(scaled(first, sign)), unit(scaled(second, sign))];
  const sum = unit(plus(one, other));
  const difference = unit(plus(one, scaled(other, -1)));
  const x = unit(plus(sum, difference));
  const y = unit(plus(sum, scaled(difference, -1)));
  return { x, y, centre: scaled(middle, sign / length) };
}

export function poseFrom(h: Homography, target: Size, camera: Camera): Pose {
  const { x, y, centre } = planeFrom(h, target, camera);
  return { rotation: quaternionOf(x, y, cross(x, y)), translation: centre };
}

/**
 * The two planes whose image is nearly this affine map, if the target is small or far (weak perspective): tilted towards the camera and away from
 * it, which look alike.
 */
export function planesFromAffine(
  map: Homography,
  { width, height }: Size,
  { focal, centre }: Camera,
): readonly [Plane, Plane] {
  const [a, b] = [[map[0]! * width, map[3]! * width] as const, [map[1]! * width, map[4]! * width] as const];
  const [aa, bb, ab] = [a[0] ** 2 + a[1] ** 2, b[0] ** 2 + b[1] ** 2, a[0] * b[0] + a[1] * b[1]];
  // The largest singular value: the length of the target's width where it is not foreshortened.
  const length = Math.sqrt((aa + bb + Math.hypot(aa - bb, 2 * ab)) / 2);
  const deep = Math.sqrt(Math.max(0, 1 - aa / length ** 2));
  const other = Math.sqrt(Math.max(0, 1 - bb / length ** 2)) * (ab > 0 ? -1 : 1);
  const depth = focal / length;
  const [x, y] = apply(map, (width - 1) / 2, (height - 1) / 2);
  const middle: Vector = [((x - centre[0]) / focal) * depth, ((y - centre[1]) / focal) * depth, depth];
  const plane = (sign: 1 | -1): Plane => ({
    x: unit([a[0] / length, a[1] / length, sign * deep]),
    y: unit([b[0] / length, b[1] / length, sign * other]),
    centre: middle,
  });
  return [plane(1), plane(-1)];
}

/** The inverse of `planeFrom`. */
export function homographyOf({ x, y, centre }: Plane, { width, height }: Size, camera: Camera): Homography {
  const [across, down] = [scaled(x, 1 / width), scaled(y, 1 / width)];
  const origin = plus(centre, plus(scaled(across, (1 - width) / 2), scaled(down, (1 - height) / 2)));
  const columns = [across, down, origin];
  const row = (axis: 0 | 1) => columns.map((one) => camera.focal * one[axis] + camera.centre[axis] * one[2]);
  return normalized(Float64Array.of(...row(0), ...row(1), ...columns.map((one) => one[2])));
}

/** Where a pose puts a point of the target: x, y from its centre in units of its width. */
export function project(
  { rotation, translation }: Pose,
  { focal, centre }: Camera,
  [x, y]: readonly [number, number],
): readonly [number, number] {
  const axis: Vector = [rotation[0], rotation[1], rotation[2]];
  const point: Vector = [x, y, 0];
  const turn = scaled(cross(axis, point), 2);
  const [across, down, away] = plus(plus(plus(point, scaled(turn, rotation[3])), cross(axis, turn)), translation);
  return [centre[0] + (focal * across) / away, centre[1] + (focal * down) / away];
}

/** How far apart a pose and its homography place the corners, in pixels: large if the focal length is wrong. */
export function reprojectionError(h: Homography, target: Size, camera: Camera): number {
  const pose = poseFrom(h, target, camera);
  const errors = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([right, bottom]) => {
    const [x, y] = [right! * (target.width - 1), bottom! * (target.height - 1)];
    const place = [(x - (target.width - 1) / 2) / target.width, (y - (target.height - 1) / 2) / target.width] as const;
    const [seen, put] = [apply(h, x, y), project(pose, camera, place)];
    return Math.hypot(seen[0] - put[0], seen[1] - put[1]);
  });
  return Math.max(...errors);
}

/**
 * Fits the pose of a flat target in front of a camera whose focal length is roughly known: six unknowns where a homography has eight. Points on a
 * small part of the target, or on a small target, say next to nothing about the other two, and the far corners pay for it.
 */
import { fitHomography, NormalEquations, type Pairs } from './fit';
import { apply, type Homography, type Size } from './homography';
import { type Camera, cross, dot, homographyOf, type Plane, planeFrom, plus, scaled, unit, type Vector } from './pose';

/** A target as a camera sees it. */
export interface View {
  readonly target: Size;
  readonly camera: Camera;
}

/** How strongly the rotation is kept, per unit of weight: points in a line do not determine it. */
const ROTATION_DAMPING = 1;

/** Rotates a plane by a small vector and moves it; its axes stay orthonormal. */
function moved({ x, y, centre }: Plane, by: Float64Array): Plane {
  const turn: Vector = [by[0]!, by[1]!, by[2]!];
  const across = unit(plus(x, cross(turn, x)));
  const down = plus(y, cross(turn, y));
  return {
    x: across,
    y: unit(plus(down, scaled(across, -dot(across, down)))),
    centre: plus(centre, [by[3]!, by[4]!, by[5]!]),
  };
}

/** One Gauss–Newton step on the reprojection error. Null if a point is behind the camera, or the pairs are degenerate. */
function improve({ x, y, centre }: Plane, { from, to, weights }: Pairs, { target, camera }: View): Plane | null {
  const equations = new NormalEquations(6);
  const { row } = equations;
  const { focal } = camera;
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) {
    const weight = weights[at]!;
    if (weight <= 0) continue;
    sum += weight;
    const across = (from[2 * at]! - (target.width - 1) / 2) / target.width;
    const down = (from[2 * at + 1]! - (target.height - 1) / 2) / target.width;
    // From the target's centre to the point: what a rotation moves.
    const armX = across * x[0] + down * y[0];
    const armY = across * x[1] + down * y[1];
    const armZ = across * x[2] + down * y[2];
    const depth = armZ + centre[2];
    if (!(depth > 1e-6)) return null;
    const slope = focal / depth;
    const u = (armX + centre[0]) / depth;
    const v = (armY + centre[1]) / depth;
    // The derivative by the point is (slope, 0, −slope · u), and the point moves by ω × arm + δ.
    row[0] = -slope * u * armY;
    row[1] = slope * (armZ + u * armX);
    row[2] = -slope * armY;
    row[3] = slope;
    row[4] = 0;
    row[5] = -slope * u;
    equations.add(to[2 * at]! - camera.centre[0] - focal * u, weight);
    row[0] = -slope * (armZ + v * armY);
    row[1] = slope * v * armX;
    row[2] = slope * armX;
    row[3] = 0;
    row[4] = slope;
    row[5] = -slope * v;
    equations.add(to[2 * at + 1]! - camera.centre[1] - focal * v, weight);
  }
  for (const unknown of [0, 1, 2]) equations.damp(unknown, sum * ROTATION_DAMPING);
  for (const unknown of [3, 4, 5]) equations.damp(unknown, 1e-9);
  const change = equations.solve();
  return change && moved({ x, y, centre }, change);
}

const STEPS = 2;

/** Null if the pairs are degenerate. */
function fitRigid(pairs: Pairs, start: Plane, { target, camera }: View): Homography | null {
  let plane = start;
  for (let step = 0; step < STEPS; step += 1) {
    const next = improve(plane, pairs, { target, camera });
    if (!next) return null;
    plane = next;
  }
  const h = homographyOf(plane, target, camera);
  return h.every(Number.isFinite) ? h : null;
}

/** The weighted sum of squared distances. */
function lossOf(pose: Homography, { from, to, weights }: Pairs): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) {
    if (weights[at]! <= 0) continue;
    const [x, y] = apply(pose, from[2 * at]!, from[2 * at + 1]!);
    sum += weights[at]! * ((to[2 * at]! - x) ** 2 + (to[2 * at + 1]! - y) ** 2);
  }
  return sum;
}

/** A homography's two more unknowns must explain the pairs better than chance (F-test). */
const F_MIN = 10;
/** How much better the other tilt must explain the pairs: small or far targets look alike in both. */
const MIRRORED_LOSS_MAX = 0.8;

/** Tilted as much, but towards the camera instead of away from it. */
const mirrored = ({ x, y, centre }: Plane): Plane => ({ x: [x[0], x[1], -x[2]], y: [y[0], y[1], -y[2]], centre });

/** Pairs of a small part of the target: a rigid pose, of the two tilts that look alike the better one. */
function fitNarrow(pairs: Pairs, start: Plane, view: View): Homography | null {
  const one = fitRigid(pairs, start, view);
  const other = fitRigid(pairs, mirrored(start), view);
  if (!one || !other) return one ?? other;
  return lossOf(other, pairs) < MIRRORED_LOSS_MAX * lossOf(one, pairs) ? other : one;
}

/**
 * Fits a rigid pose; or a homography if the pairs are spread widely and contradict the rigid pose, because the focal length is only a guess.
 * @param start where the iteration begins
 * @returns null if the pairs are degenerate
 */
export function fitPose(pairs: Pairs, start: Homography, view: View, isWide: boolean): Homography | null {
  const plane = planeFrom(start, view.target, view.camera);
  if (!isWide) return fitNarrow(pairs, plane, view);
  const rigid = fitRigid(pairs, plane, view);
  const free = fitHomography(pairs, start, 2);
  if (!free || !rigid) return free ?? rigid;
  const count = pairs.weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
  const gain = lossOf(rigid, pairs) / Math.max(1e-9, lossOf(free, pairs));
  return gain > 1 + (2 * F_MIN) / Math.max(1, 2 * count - 8) ? free : rigid;
}

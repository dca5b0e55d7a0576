/** Weighted least-squares fits of homographies to pairs of points. */
import { apply, type Homography, invert, multiply, normalized } from './homography';

/** Points as x0, y0, x1, y1, …; a pair with weight 0 is ignored. */
export interface Pairs {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Solves A x = b in place by Gaussian elimination with partial pivoting; the solution is in `b`.
 * @param a n × n, row by row
 * @returns false if A is singular
 */
export function solve(a: Float64Array, b: Float64Array): boolean {
  const n = b.length;
  for (let column = 0; column < n; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < n; row += 1)
      if (Math.abs(a[row * n + column]!) > Math.abs(a[pivot * n + column]!)) pivot = row;
    if (!(Math.abs(a[pivot * n + column]!) > 1e-12)) return false;
    if (pivot !== column) swapRows(a, b, column, pivot);
    for (let row = column + 1; row < n; row += 1) {
      const factor = a[row * n + column]! / a[column * n + column]!;
      if (factor === 0) continue;
      for (let at = column; at < n; at += 1) a[row * n + at]! -= factor * a[column * n + at]!;
      b[row]! -= factor * b[column]!;
    }
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < n; at += 1) b[row]! -= a[row * n + at]! * b[at]!;
    b[row]! /= a[row * n + row]!;
  }
  return true;
}

function swapRows(a: Float64Array, b: Float64Array, one: number, other: number) {
  const n = b.length;
  for (let at = 0; at < n; at += 1) [a[one * n + at], a[other * n + at]] = [a[other * n + at]!, a[one * n + at]!];
  [b[one], b[other]] = [b[other]!, b[one]!];
}

/** The normal equations of a linear least-squares problem. */
export class NormalEquations {
  /** The coefficients of the next equation. */
  readonly row: Float64Array;
  /** Symmetric: until it is solved, only the upper half is kept. */
  readonly #a: Float64Array;
  readonly #b: Float64Array;

  constructor(unknowns: number) {
    this.row = new Float64Array(unknowns);
    this.#a = new Float64Array(unknowns * unknowns);
    this.#b = new Float64Array(unknowns);
  }

  /** Adds the equation row · x = value. */
  add(value: number, weight: number) {
    const row = this.row;
    const a = this.#a;
    const n = row.length;
    for (let at = 0; at < n; at += 1) {
      const weighted = row[at]! * weight;
      if (weighted === 0) continue;
      this.#b[at]! += weighted * value;
      for (let other = at; other < n; other += 1) a[at * n + other]! += weighted * row[other]!;
    }
  }

  /** Pulls an unknown toward 0 (Tikhonov regularization). */
  damp(unknown: number, weight: number) {
    this.#a[unknown * this.#b.length + unknown]! += weight;
  }

  /** Null if they are singular. */
  solve(): Float64Array | null {
    const n = this.#b.length;
    for (let at = 0; at < n; at += 1)
      for (let other = 0; other < at; other += 1) this.#a[at * n + other] = this.#a[other * n + at]!;
    return solve(this.#a, this.#b) ? this.#b : null;
  }
}

/** Similarity that moves the weighted mean to 0 and the mean distance to √2 (Hartley's normalization). */
function normalizer(points: Float64Array, weights: Float64Array): Homography | null {
  let [x, y, sum, spread] = [0, 0, 0, 0];
  for (let at = 0; at < weights.length; at += 1) {
    x += weights[at]! * points[2 * at]!;
    y += weights[at]! * points[2 * at + 1]!;
    sum += weights[at]!;
  }
  if (!(sum > 0)) return null;
  x /= sum;
  y /= sum;
  for (let at = 0; at < weights.length; at += 1)
    spread += weights[at]! * Math.hypot(points[2 * at]! - x, points[2 * at + 1]! - y);
  if (!(spread > 1e-9)) return null;
  const scale = (Math.SQRT2 * sum) / spread;
  return Float64Array.of(scale, 0, -scale * x, 0, scale, -scale * y, 0, 0, 1);
}

/** One Gauss–Newton step on the reprojection error. @param h is changed; its last element is 1 */
function improve(h: Homography, { from, to, weights }: Pairs): boolean {
  const equations = new NormalEquations(8);
  const { row } = equations;
  for (let at = 0; at < weights.length; at += 1) {
    if (weights[at]! <= 0) continue;
    const [x, y] = [from[2 * at]!, from[2 * at + 1]!];
    const scale = 1 / (h[6]! * x + h[7]! * y + 1);
    const u = (h[0]! * x + h[1]! * y + h[2]!) * scale;
    const v = (h[3]! * x + h[4]! * y + h[5]!) * scale;
    const [across, down] = [x * scale, y * scale];
    row.fill(0);
    row[0] = across;
    row[1] = down;
    row[2] = scale;
    row[6] = -across * u;
    row[7] = -down * u;
    equations.add(to[2 * at]! - u, weights[at]!);
    row.fill(0);
    row[3] = across;
    row[4] = down;
    row[5] = scale;
    row[6] = -across * v;
    row[7] = -down * v;
    equations.add(to[2 * at + 1]! - v, weights[at]!);
  }
  for (let unknown = 0; unknown < 8; unknown += 1) equations.damp(unknown, 1e-9);
  const change = equations.solve();
  if (!change) return false;
  for (let at = 0; at < 8; at += 1) h[at]! += change[at]!;
  return true;
}

function transformed(points: Float64Array, by: Homography): Float64Array {
  const moved = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 2) moved.set(apply(by, points[at]!, points[at + 1]!), at);
  return moved;
}

/**
 * Fits a homography by Gauss–Newton on the reprojection error.
 * @param start where the iteration begins
 * @returns null if the pairs are degenerate
 */
export function fitHomography(pairs: Pairs, start: Homography, steps: number): Homography | null {
  const source = normalizer(pairs.from, pairs.weights);
  const target = normalizer(pairs.to, pairs.weights);
  if (!source || !target) return null;
  const within = { from: transformed(pairs.from, source), to: transformed(pairs.to, target), weights: pairs.weights };
  let h = normalized(multiply(multiply(target, start), invert(source)));
  for (let step = 0; step < steps; step += 1) {
    if (!improve(h, within)) return null;
  }
  h = normalized(multiply(multiply(invert(target), h), source));
  return h.every(Number.isFinite) ? h : null;
}

/**
 * Finds a target in the features of a frame. Each match carries an affine frame on both sides, so one match is a hypothesis of the pose: the
 * strongest are tried in order, without chance, and the one on which most matches agree is refined.
 */
import type { Features } from './features';
import type { Pairs } from './fit';
import { fitPose } from './fit-rigid';
import { apply, cornerError, determinantOf, type Homography, isPlausible, jacobianAt, type Point } from './homography';
import type { Kernels } from './kernels';
import { type Camera, homographyOf, type Plane, planesFromAffine } from './pose';
import type { Target } from './target';

export interface Match {
  /** Index of the frame's feature. */
  readonly feature: number;
  /** Index of the target's descriptor. */
  readonly descriptor: number;
  readonly distance: number;
  /** The distance, relative to that of the second nearest elsewhere on the target. */
  readonly ratio: number;
}

export interface Located {
  readonly pose: Homography;
  readonly inliers: number;
  /** Where on the target the matches are. */
  readonly places: readonly Point[];
  /** Grows with the number of matches that agree, and with how distinctive they are. */
  readonly score: number;
}

interface TargetView {
  readonly target: Target;
  readonly camera: Camera;
}

const DISTANCE_MAX = 72;
/** The second nearest must be this far from the nearest: 3 % of the target's side, at least 4 pixels. */
const apartOf = ({ width, height }: Target) => Math.hypot(0.03 * Math.max(width, height), 4);

/** The nearest descriptor of each feature, the most distinctive first. */
export function matchFeatures(kernels: Kernels, features: Features, target: Target): readonly Match[] {
  const nearest = kernels.findNearest(features, target, apartOf(target));
  const matches: Match[] = [];
  for (let feature = 0; feature < features.count; feature += 1) {
    const [descriptor, distance, second] = nearest.subarray(3 * feature, 3 * feature + 3) as unknown as [
      number,
      number,
      number,
    ];
    if (distance <= DISTANCE_MAX)
      matches.push({ feature, descriptor, distance, ratio: distance / Math.max(1, second) });
  }
  return matches.toSorted((one, other) => one.ratio - other.ratio || one.distance - other.distance);
}

const RATIO_MAX = 0.92;
const VOTERS = 240;
const HYPOTHESES = 120;
const REFINED_FROM = 500;
const SCORE_MIN = 2.5;
/** So many unlike hypotheses are refined. */
const FINALISTS = 6;
const INLIERS_MIN = 7;
const AREA_MIN = 300;
/** Only one vote counts in each cell of the target. */
const VOTE_CELLS = 24;

/** The affine map that a single match implies. */
function hypothesisOf(features: Features, target: Target, { feature, descriptor }: Match): Homography {
  const [a, b, c, d] = target.frames.subarray(4 * descriptor, 4 * descriptor + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const determinant = a * d - b * c;
  const cos = (Math.cos(features.angle[feature]!) * features.scale[feature]!) / determinant;
  const sin = (Math.sin(features.angle[feature]!) * features.scale[feature]!) / determinant;
  const map = Float64Array.of(
    cos * d + sin * c,
    -cos * b - sin * a,
    0,
    sin * d - cos * c,
    cos * a - sin * b,
    0,
    0,
    0,
    1,
  );
  const [x, y] = [target.x[descriptor]!, target.y[descriptor]!];
  map[2] = features.x[feature]! - map[0]! * x - map[1]! * y;
  map[5] = features.y[feature]! - map[3]! * x - map[4]! * y;
  return map;
}

/** About how many pixels of the frame the target's longer side is. */
const reachOf = (pose: Homography, { width, height }: Target) =>
  Math.sqrt(Math.abs(determinantOf(jacobianAt(pose, width / 2, height / 2)))) * Math.max(width, height);

/** Squared distance of a match from where a pose puts it. */
function errorOf(pose: Homography, features: Features, target: Target, { feature, descriptor }: Match): number {
  const [x, y] = apply(pose, target.x[descriptor]!, target.y[descriptor]!);
  return (x - features.x[feature]!) ** 2 + (y - features.y[feature]!) ** 2;
}

function scoreOf(pose: Homography, features: Features, target: Target, matches: readonly Match[]): number {
  const tolerance = (6 + 0.055 * reachOf(pose, target)) ** 2;
  const voted = new Set<number>();
  let score = 0;
  for (const match of matches) {
    const error = errorOf(pose, features, target, match);
    if (!(error < tolerance)) continue;
    const column = Math.floor((target.x[match.descriptor]! / target.width) * VOTE_CELLS);
    const row = Math.floor((target.y[match.descriptor]! / target.height) * VOTE_CELLS);
    const cell = row * (VOTE_CELLS + 1) + column;
    if (voted.has(cell)) continue;
    voted.add(cell);
    score += 1 - error / tolerance;
  }
  return score;
}

/** The hypotheses on which most matches agree, best first, each unlike those before. */
function bestHypotheses(features: Features, target: Target, matches: readonly Match[]): readonly Homography[] {
  const scored = matches.slice(0, HYPOTHESES).flatMap((match) => {
    const pose = hypothesisOf(features, target, match);
    const determinant = pose[0]! * pose[4]! - pose[1]! * pose[3]!;
    if (!(determinant > 1e-4 && determinant < 1e3)) return [];
    return [{ pose, score: scoreOf(pose, features, target, matches) }];
  });
  const chosen: Homography[] = [];
  for (const { pose, score } of scored.toSorted((one, other) => other.score - one.score)) {
    if (chosen.length >= FINALISTS || score < SCORE_MIN) break;
    const apart = 0.15 * reachOf(pose, target);
    if (chosen.every((other) => cornerError(pose, other, target) > apart)) chosen.push(pose);
  }
  return chosen;
}

/** Matches within a tolerance, in pixels of the frame; points of coarse levels have a larger one. */
const inliersOf = (
  pose: Homography,
  features: Features,
  target: Target,
  { matches, tolerance }: { matches: readonly Match[]; tolerance: number },
) =>
  matches.filter((match) => {
    const scale = Math.max(1, features.scale[match.feature]!);
    return errorOf(pose, features, target, match) < tolerance ** 2 * scale;
  });

function pairsOf(features: Features, target: Target, matches: readonly Match[]): Pairs {
  const count = matches.length;
  const pairs = {
    from: new Float64Array(2 * count),
    to: new Float64Array(2 * count),
    weights: new Float64Array(count),
  };
  for (const [at, { feature, descriptor }] of matches.entries()) {
    pairs.from[2 * at] = target.x[descriptor]!;
    pairs.from[2 * at + 1] = target.y[descriptor]!;
    pairs.to[2 * at] = features.x[feature]!;
    pairs.to[2 * at + 1] = features.y[feature]!;
    pairs.weights[at] = 1 / Math.max(1, features.scale[feature]! ** 2);
  }
  return pairs;
}

const COVERED_CELLS = 4;

/** Over how many of the 4 × 4 cells of a target the pairs with a weight are spread. */
export function coverageOf({ from, weights }: Pairs, { width, height }: Pick<Target, 'width' | 'height'>): number {
  const cellAt = (value: number, size: number) =>
    Math.min(COVERED_CELLS - 1, Math.max(0, Math.floor((value / size) * COVERED_CELLS)));
  const cells = new Set<number>();
  for (let at = 0; at < weights.length; at += 1)
    if (weights[at]! > 0) cells.add(cellAt(from[2 * at]!, width) + COVERED_CELLS * cellAt(from[2 * at + 1]!, height));
  return cells.size;
}

const WIDE_MATCHES = 10;
const WIDE_CELLS = 6;

interface Some {
  /** The most distinctive ones. */
  readonly voters: readonly Match[];
  readonly wider: readonly Match[];
}

/** Refines a plane with shrinking tolerances. Null if too few matches agree. */
function refine(start: Plane, features: Features, view: TargetView, { voters, wider }: Some): Located | null {
  const { target, camera } = view;
  let pose = homographyOf(start, target, camera);
  let inliers: readonly Match[] = [];
  const reach = reachOf(pose, target);
  const rounds = [
    [voters, 6 + 0.05 * reach],
    [voters, 5 + 0.035 * reach],
    [wider, 4 + 0.03 * reach],
    [wider, 4 + 0.015 * reach],
    [wider, 4],
    [wider, 3],
  ] as const;
  for (const [matches, tolerance] of rounds) {
    const next = inliersOf(pose, features, target, { matches, tolerance });
    if (next.length < 4) return null;
    inliers = next;
    const pairs = pairsOf(features, target, inliers);
    const isWide = inliers.length >= WIDE_MATCHES && coverageOf(pairs, target) >= WIDE_CELLS;
    const fit = fitPose(pairs, pose, view, isWide);
    if (fit && isPlausible(fit, target, AREA_MIN)) pose = fit;
  }
  if (inliers.length < INLIERS_MIN || !isPlausible(pose, target, AREA_MIN)) return null;
  const places = inliers.map(({ descriptor }) => [target.x[descriptor]!, target.y[descriptor]!] as const);
  const score = inliers.reduce((sum, { ratio }) => sum + Math.max(0.05, 1 - ratio), 0);
  return { pose, inliers: inliers.length, places, score };
}

const byScore = (one: Located, other: Located) => other.score - one.score;

/** So many matches leave no doubt about the tilt. */
const CERTAIN_INLIERS = 30;

/** Of the two planes that look alike the one on which more matches agree. */
function refineEither(
  planes: readonly [Plane, Plane],
  features: Features,
  view: TargetView,
  some: Some,
): Located | null {
  const one = refine(planes[0], features, view, some);
  if (one && one.inliers >= CERTAIN_INLIERS) return one;
  const other = refine(planes[1], features, view, some);
  return [one, other].filter((located) => located !== null).toSorted(byScore)[0] ?? null;
}

/** Where the target may be, the likeliest first; only a comparison of the pixels can tell which is right. */
export function locate(features: Features, view: TargetView, matches: readonly Match[]): readonly Located[] {
  const { target, camera } = view;
  const voters = matches.filter(({ ratio }) => ratio < RATIO_MAX).slice(0, VOTERS);
  if (voters.length < 4) return [];
  const some = { voters, wider: matches.slice(0, REFINED_FROM) };
  return bestHypotheses(features, target, voters)
    .flatMap((map) => refineEither(planesFromAffine(map, target, camera), features, view, some) ?? [])
    .toSorted(byScore);
}

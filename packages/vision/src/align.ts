/**
 * Aligns a target with a frame at sub-pixel precision: patches of the target, rendered as the pose predicts them, are searched nearby by
 * normalised cross-correlation, and the pose is fitted to where they are found. Every patch comes from the target, so nothing drifts.
 */
import type { Pairs } from './fit';
import { fitPose } from './fit-rigid';
import {
  apply,
  determinantOf,
  type Homography,
  isPlausible,
  type Jacobian,
  jacobianAt,
  type Point,
  shifted,
} from './homography';
import type { GrayImage } from './image';
import type { Kernels, LoadedImage } from './kernels';
import { coverageOf } from './locate';
import { type Camera, guessCamera } from './pose';
import type { Target } from './target';

/** One search over the patches. */
export interface Pass {
  /** The frame's level of its pyramid. */
  readonly level: number;
  /** Pixels of the level. */
  readonly radius: number;
  /** How many patches at most. */
  readonly count: number;
  /** Half the side of a patch, less half a pixel. */
  readonly patch: number;
  /** The least correlation that counts. */
  readonly correlation: number;
}

/** After a detection, whose pose is off by a few pixels. */
export const REFINE: readonly Pass[] = [
  { level: 1, radius: 4, count: 90, patch: 4, correlation: 0.6 },
  { level: 0, radius: 4, count: 160, patch: 4, correlation: 0.65 },
  { level: 0, radius: 2, count: 160, patch: 5, correlation: 0.65 },
];
/** For frames in which blur has left nothing fine. */
export const REFINE_BLURRED: readonly Pass[] = [
  { level: 2, radius: 4, count: 60, patch: 5, correlation: 0.6 },
  { level: 1, radius: 3, count: 90, patch: 6, correlation: 0.6 },
  { level: 1, radius: 1, count: 120, patch: 6, correlation: 0.6 },
];
/** From frame to frame: few patches with a wide search first, then many with a narrow one. */
export const TRACK: readonly Pass[] = [
  { level: 2, radius: 5, count: 40, patch: 4, correlation: 0.6 },
  { level: 1, radius: 3, count: 70, patch: 5, correlation: 0.6 },
  { level: 0, radius: 2, count: 110, patch: 5, correlation: 0.6 },
];

export interface Alignment {
  readonly pose: Homography;
  readonly inliers: number;
  /** How many patches were searched. */
  readonly tried: number;
  /** Their mean correlation. */
  readonly correlation: number;
  /** Over how many of the target's 4 × 4 cells the inliers are spread. */
  readonly coverage: number;
  /** Where on the target the inliers are. */
  readonly places: readonly Point[];
}

export interface AlignOptions {
  readonly passes: readonly Pass[];
  /** By how many mips the patches are softened: a blurred frame matches blurred patches. */
  readonly softness?: number;
  /** Places where detection saw the target: they are searched first, because a hand may hide most of the rest. */
  readonly seen?: SeenCells;
}

const SEEN_CELLS = 12;
/** How often a pass is repeated at most, when it has found patches beyond the seen cells. */
const GROWN_MAX = 3;

const seenCellAt = ({ width, height }: Target, x: number, y: number): Point => {
  const cell = (value: number, size: number) =>
    Math.min(SEEN_CELLS - 1, Math.max(0, Math.floor((value / size) * SEEN_CELLS)));
  return [cell(x, width), cell(y, height)];
};

/** The 12 × 12 cells of a target in which, or beside which, something was seen. */
export type SeenCells = ReadonlySet<number>;

export function seenCells(target: Target, places: readonly Point[]): SeenCells {
  const cells = new Set<number>();
  for (const [x, y] of places) {
    const [column, row] = seenCellAt(target, x, y);
    for (let down = row - 1; down <= row + 1; down += 1)
      for (let across = column - 1; across <= column + 1; across += 1)
        if (across >= 0 && across < SEEN_CELLS && down >= 0 && down < SEEN_CELLS) cells.add(down * SEEN_CELLS + across);
  }
  return cells;
}

/** The patches of a mip in the order of the search: about half as many hidden ones as seen ones. */
function patchOrder(
  target: Target,
  patches: Float32Array,
  seen: SeenCells | undefined,
  count: number,
): readonly Point[] {
  const all = Array.from({ length: patches.length / 2 }, (_, at): Point => [patches[2 * at]!, patches[2 * at + 1]!]);
  if (!seen) return all;
  const isSeen = ([x, y]: Point) => {
    const [column, row] = seenCellAt(target, x, y);
    return seen.has(row * SEEN_CELLS + column);
  };
  const first = all.filter(isSeen);
  return first.length >= count / 2 ? first : [...first, ...all.filter((place) => !isSeen(place))];
}

/** A place of the frame's level that a patch of the target may have, with the target's derivatives there. */
interface Predicted {
  readonly from: Point;
  /** In pixels of the level. */
  readonly at: Point;
  /** Canonical pixels per pixel of the level. */
  readonly back: Jacobian;
}

function predict(pose: Homography, [x, y]: Point, scale: number): Predicted | null {
  const [frameX, frameY] = apply(pose, x, y);
  const jacobian = jacobianAt(pose, x, y);
  const determinant = determinantOf(jacobian) / scale;
  if (!(determinant > 1e-6 * scale)) return null;
  const [ux, uy, vx, vy] = jacobian;
  return {
    from: [x, y],
    at: [(frameX + 0.5) / scale - 0.5, (frameY + 0.5) / scale - 0.5],
    back: [vy / determinant, -uy / determinant, -vx / determinant, ux / determinant],
  };
}

const VARIANCE_MIN = 20;

/** The mip whose pixels are as large as `stretch` canonical pixels. */
const mipFor = ({ mips }: Target, stretch: number, softness: number) =>
  Math.min(mips.length - 1, Math.max(0, Math.round(Math.log2(stretch)) + softness));

/**
 * Renders the patch as the level should show it, centred on the whole pixel nearest to its place.
 * @param mips of the target
 * @returns the template's sum of squares, 0 if it is not all on the target
 */
function renderPatch(
  kernels: Kernels,
  { target, mips }: Pick<Search, 'mips' | 'target'>,
  { from, at, back }: Predicted,
  { patch, softness }: { patch: number; softness: number },
): number {
  const level = mipFor(target, Math.sqrt(Math.abs(determinantOf(back))), softness);
  const mip = mips[level]!;
  const scale = 2 ** level;
  const size = 2 * patch + 1;
  const [dx, dy] = [Math.round(at[0]) - patch - at[0], Math.round(at[1]) - patch - at[1]];
  const x = (from[0] + back[0] * dx + back[1] * dy + 0.5) / scale - 0.5;
  const y = (from[1] + back[2] * dx + back[3] * dy + 0.5) / scale - 0.5;
  const column = [back[0] / scale, back[2] / scale] as const;
  const row = [back[1] / scale, back[3] / scale] as const;
  const last = size - 1;
  const reachX = [0, last * column[0], last * row[0], last * (column[0] + row[0])];
  const reachY = [0, last * column[1], last * row[1], last * (column[1] + row[1])];
  const isWithin =
    x + Math.min(...reachX) >= 0 &&
    y + Math.min(...reachY) >= 0 &&
    x + Math.max(...reachX) < mip.width - 1 &&
    y + Math.max(...reachY) < mip.height - 1;
  return isWithin ? kernels.renderTemplate(mip, { size, x, y, column, row }) : 0;
}

/** The vertex of the parabola through three values, within half a step. */
function vertexOf(before: number, middle: number, after: number): number {
  const curvature = before - 2 * middle + after;
  return curvature < -1e-6 ? Math.min(0.5, Math.max(-0.5, (0.5 * (before - after)) / curvature)) : 0;
}

/** The peak of a correlation map. Null if it is on the rim, beyond which the true place may lie, or too low. */
function peakOf(map: Float32Array, radius: number, least: number): { x: number; y: number; value: number } | null {
  const width = 2 * radius + 1;
  let peak = 0;
  for (let at = 1; at < map.length; at += 1) if (map[at]! > map[peak]!) peak = at;
  const [column, row] = [peak % width, Math.floor(peak / width)];
  const value = map[peak]!;
  if (value < least || column === 0 || row === 0 || column === width - 1 || row === width - 1) return null;
  return {
    x: column - radius + vertexOf(map[peak - 1]!, value, map[peak + 1]!),
    y: row - radius + vertexOf(map[peak - width]!, value, map[peak + width]!),
    value,
  };
}

interface Found {
  readonly from: number[];
  readonly to: number[];
  readonly quality: number[];
  tried: number;
}

interface Search {
  readonly target: Target;
  /** Of the target. */
  readonly mips: readonly LoadedImage[];
  readonly level: LoadedImage;
  readonly scale: number;
  readonly pass: Pass;
}

function searchPatches(
  kernels: Kernels,
  search: Search,
  pose: Homography,
  { softness, seen }: { softness: number; seen: SeenCells | undefined },
): Found {
  const { target, level, scale, pass } = search;
  const found: Found = { from: [], to: [], quality: [], tried: 0 };
  const middle = determinantOf(jacobianAt(pose, target.width / 2, target.height / 2));
  const mip = mipFor(target, scale / Math.sqrt(Math.max(1e-9, Math.abs(middle))), 0);
  const margin = pass.patch + pass.radius + 1;
  for (const place of patchOrder(target, target.patches[mip]!, seen, pass.count)) {
    if (found.tried >= pass.count) break;
    const predicted = predict(pose, place, scale);
    if (!predicted) continue;
    const [x, y] = [Math.round(predicted.at[0]), Math.round(predicted.at[1])];
    if (x < margin || y < margin || x >= level.width - margin - 1 || y >= level.height - margin - 1) continue;
    const norm = renderPatch(kernels, search, predicted, { patch: pass.patch, softness });
    // A flat patch is alike everywhere.
    if (norm < VARIANCE_MIN * (2 * pass.patch + 1) ** 2) continue;
    found.tried += 1;
    const peak = peakOf(kernels.correlate(level, norm, { x, y, radius: pass.radius }), pass.radius, pass.correlation);
    if (!peak) continue;
    found.from.push(...place);
    // The template is exact at the whole pixel, which stands for the predicted place: the peak moves the prediction.
    found.to.push((predicted.at[0] + peak.x + 0.5) * scale - 0.5, (predicted.at[1] + peak.y + 0.5) * scale - 0.5);
    found.quality.push(peak.value);
  }
  return found;
}

function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted.length === 0 ? 0 : (sorted[sorted.length >> 1]! + sorted[(sorted.length - 1) >> 1]!) / 2;
}

/** The distances between where a pose puts the points and where they were found. */
function residualsOf(pose: Homography, { from, to }: Pick<Pairs, 'from' | 'to'>): readonly Point[] {
  return Array.from({ length: from.length / 2 }, (_, at) => {
    const [x, y] = apply(pose, from[2 * at]!, from[2 * at + 1]!);
    return [to[2 * at]! - x, to[2 * at + 1]! - y] as const;
  });
}

const INLIERS_MIN = 6;
const WIDE_PATCHES = 14;
const WIDE_CELLS = 8;
/** Tukey's constant for 95 % efficiency, and the factor from the median deviation to σ. */
const TUKEY = 4.685 * 1.4826;
const AREA_MIN = 200;

/** Fits the pose to the patches, with Tukey's weights against wrong ones. */
function fitPatches(
  target: Target,
  found: Found,
  start: Homography,
  { scale, camera }: { scale: number; camera: Camera },
): Alignment | null {
  const { quality, tried } = found;
  if (quality.length < INLIERS_MIN) return null;
  const points = { from: Float64Array.from(found.from), to: Float64Array.from(found.to) };
  // The median shift first: a bad start on few points would let the weights choose the wrong ones.
  const shifts = residualsOf(start, points);
  let pose = shifted(start, median(shifts.map(([x]) => x)), median(shifts.map(([, y]) => y)));
  for (let round = 0; round < 6; round += 1) {
    const errors = residualsOf(pose, points).map(([x, y]) => Math.hypot(x, y));
    const limit = Math.max(1.2 * scale, TUKEY * median(errors));
    const weightOf = (error: number, at: number) =>
      error < limit ? (1 - (error / limit) ** 2) ** 2 * quality[at]! ** 2 : 0;
    const pairs = { ...points, weights: Float64Array.from(errors, weightOf) };
    const isWide = quality.length >= WIDE_PATCHES && coverageOf(pairs, target) >= WIDE_CELLS;
    const fit = fitPose(pairs, pose, { target, camera }, isWide);
    if (!fit) return null;
    pose = fit;
  }
  const isInlier = Float64Array.from(residualsOf(pose, points), ([x, y]) => (Math.hypot(x, y) < 2.5 * scale ? 1 : 0));
  const inliers = isInlier.reduce((sum, one) => sum + one, 0);
  if (inliers < INLIERS_MIN || !isPlausible(pose, target, AREA_MIN)) return null;
  const correlation = quality.reduce((sum, value, at) => sum + value * isInlier[at]!, 0) / inliers;
  const coverage = coverageOf({ ...points, weights: isInlier }, target);
  const places = quality.flatMap((_, at): Point[] =>
    isInlier[at] ? [[found.from[2 * at]!, found.from[2 * at + 1]!]] : [],
  );
  return { pose, inliers, tried, correlation, coverage, places };
}

/**
 * Aligns the target with a frame, starting at a pose near the right one.
 * @param frame its pyramid
 * @returns null if too few patches are found in the last pass
 */
export function align(
  kernels: Kernels,
  target: Target,
  frame: readonly GrayImage[],
  start: { pose: Homography } & AlignOptions,
): Alignment | null {
  let { pose } = start;
  let last: Alignment | null = null;
  const loaded = kernels.load(...frame, ...target.mips);
  const mips = loaded.slice(frame.length);
  const camera = guessCamera(frame[0]!);
  const { softness = 0 } = start;
  let { seen } = start;
  for (const pass of start.passes) {
    const at = Math.min(pass.level, frame.length - 1);
    const search = { target, mips, level: loaded[at]!, scale: 2 ** at, pass };
    for (let grown = 0; grown <= GROWN_MAX; grown += 1) {
      const found = searchPatches(kernels, search, pose, { softness, seen });
      // A pass that finds nothing is no verdict: a finer one may see a narrow visible strip.
      last = fitPatches(target, found, pose, { scale: search.scale, camera });
      if (!last) break;
      pose = last.pose;
      if (!seen) break;
      const wider: SeenCells = new Set([...seen, ...seenCells(target, last.places)]);
      const isGrown = wider.size > seen.size * 1.1;
      seen = wider;
      if (!isGrown) break;
    }
  }
  return last;
}

/**
 * Key points of a picture: FAST-9 corners over a pyramid, ranked by Shi and Tomasi's strength and spread over the picture, oriented by their
 * intensity centroid and described by a rotated BRIEF of 256 bits (Rublee et al., «ORB», 2011).
 */
import type { GrayImage } from './image';
import { type Kernels, type LoadedImage, WORDS } from './kernels';

/** One array per property; places in pixels of the full picture. */
export interface Features {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Pixels of the picture per pixel of the level on which the point was found. */
  readonly scale: Float32Array;
  /** Radians. */
  readonly angle: Float32Array;
  /** `WORDS` per point. */
  readonly bits: Int32Array;
}

export interface FeatureOptions {
  /** How many points at most. */
  readonly max: number;
  readonly levels: number;
  /** The size of a level, relative to the next. */
  readonly step: number;
  /** The size of the first level, relative to the picture: above 1 it finds small targets. */
  readonly first: number;
  /** The lowest threshold of the corner test. */
  readonly threshold: number;
  /** The side of the cells over which points are spread, in pixels of a level. */
  readonly cell: number;
}

/** The pattern and the orientation need this many pixels around a point. */
const BORDER = 19;
/** Of a descriptor's picture, so that a test does not depend on single pixels. */
const SMOOTHING = 1.6;
/** A corner of a lower strength is noise. */
const STRENGTH_MIN = 200;
/** Corner thresholds, from pictures full of corners to flat ones; the first that gives plenty is used. */
const THRESHOLDS = [48, 32, 20, 13];
const PLENTY = 5;

/** The best point of each cell, then the second best of each, …, until there are enough. */
function spread(
  count: number,
  rankOf: (point: number) => number,
  cellOf: (point: number) => number,
  wanted: number,
): readonly number[] {
  const cells = new Map<number, number[]>();
  const ranked = Array.from({ length: count }, (_, point) => point).toSorted(
    (one, other) => rankOf(other) - rankOf(one),
  );
  for (const point of ranked) {
    const cell = cells.get(cellOf(point));
    if (cell) cell.push(point);
    else cells.set(cellOf(point), [point]);
  }
  const chosen: number[] = [];
  for (let round = 0; chosen.length < wanted; round += 1) {
    const next = [...cells.values()].flatMap((cell) => cell[round] ?? []);
    if (next.length === 0) break;
    chosen.push(...next.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, wanted - chosen.length));
  }
  return chosen;
}

/** Indices of the pixels of a level's points, the best first. */
function choosePoints(kernels: Kernels, level: LoadedImage, wanted: number, { threshold, cell }: FeatureOptions) {
  let corners: Int32Array = new Int32Array(0);
  for (const one of [...THRESHOLDS, threshold]) {
    corners = kernels.findCorners(level, BORDER, one);
    if (corners.length >= PLENTY * wanted) break;
  }
  const { places, strengths } = kernels.findPeaks(level, corners, STRENGTH_MIN);
  const { width } = level;
  const cellOf = (point: number) =>
    Math.floor(Math.floor(places[point]! / width) / cell) * width + Math.floor((places[point]! % width) / cell);
  const chosen = spread(places.length, (point) => strengths[point]!, cellOf, wanted);
  return Int32Array.from(chosen, (point) => places[point]!);
}

/** The sizes of the levels that are large enough, and how many points each may have. */
function levelsOf(picture: GrayImage, { levels, step, first, max }: FeatureOptions) {
  const sizes = Array.from({ length: levels }, (_, at) => step ** -at);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.flatMap((size) => {
    const width = Math.round(picture.width * first * size);
    const height = Math.round(picture.height * first * size);
    return Math.min(width, height) < 2 * BORDER + 8 ? [] : [{ width, height, wanted: Math.ceil((max * size) / total) }];
  });
}

/** The picture, or the smallest of its halves that is larger: from there one bilinear step does not alias. */
function sourceOf(halves: readonly GrayImage[], width: number, height: number): GrayImage {
  return halves.findLast((half) => half.width >= width && half.height >= height) ?? halves[0]!;
}

/**
 * Finds, orients and describes the key points of a picture.
 * @param halves the picture and its halves, at least as many as the levels need
 */
export function extractFeatures(kernels: Kernels, halves: readonly GrayImage[], options: FeatureOptions): Features {
  const picture = halves[0]!;
  const levels = levelsOf(picture, options);
  const most = levels.reduce((sum, { wanted }) => sum + wanted, 0);
  const [x, y, scale, angle] = [0, 1, 2, 3].map(() => new Float32Array(most)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const bits = new Int32Array(most * WORDS);
  let count = 0;
  for (const { width, height, wanted } of levels) {
    const level = kernels.loadResized(sourceOf(halves, width, height), width, height);
    const points = choosePoints(kernels, level, wanted, options);
    if (points.length === 0) continue;
    const described = kernels.describe(level, points, SMOOTHING);
    const [across, down] = [picture.width / width, picture.height / height];
    bits.set(described.bits, count * WORDS);
    angle.set(described.angles, count);
    scale.fill(across, count, count + points.length);
    for (const at of points) {
      x[count] = ((at % width) + 0.5) * across - 0.5;
      y[count] = (Math.floor(at / width) + 0.5) * down - 0.5;
      count += 1;
    }
  }
  return {
    count,
    x: x.subarray(0, count),
    y: y.subarray(0, count),
    scale: scale.subarray(0, count),
    angle: angle.subarray(0, count),
    bits: bits.subarray(0, count * WORDS),
  };
}

/** The number of bits in which two descriptors differ, each from a word of an array on. */
export function hammingDistance(one: Int32Array, from: number, other: Int32Array, to: number): number {
  let distance = 0;
  for (let word = 0; word < WORDS; word += 1) {
    let bits = one[from + word]! ^ other[to + word]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return distance;
}

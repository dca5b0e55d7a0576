/**
 * Key points of a picture: FAST-9 corners over a pyramid, ranked by Shi and Tomasi's strength and spread over the picture, oriented by their
 * intensity centroid and described by a rotated BRIEF of 256 bits (Rublee et al., «ORB», 2011).
 */
import { type GrayImage, resize, shrink } from './image';
import { type Kernels, WORDS } from './kernels';
import { PATTERN } from './pattern';

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
const RADIUS = 15;
const ANGLES = 64;
/** Of a descriptor's picture, so that a test does not depend on single pixels. */
const SMOOTHING = 1.6;
/** A corner of a lower strength is noise. */
const STRENGTH_MIN = 200;
/** Corner thresholds, from pictures full of corners to flat ones; the first that gives plenty is used. */
const THRESHOLDS = [48, 32, 20, 13];
const PLENTY = 5;

/** Half the width of the disc of `RADIUS` at each row. */
const DISC = Int32Array.from({ length: RADIUS + 1 }, (_, y) => Math.floor(Math.sqrt(RADIUS * RADIUS - y * y)));

/** The pattern at each angle, as x, y. */
const ROTATED = (() => {
  const rotated = new Int8Array(ANGLES * PATTERN.length);
  for (let turn = 0; turn < ANGLES; turn += 1) {
    const [cos, sin] = [Math.cos((2 * Math.PI * turn) / ANGLES), Math.sin((2 * Math.PI * turn) / ANGLES)];
    for (let at = 0; at < PATTERN.length; at += 2) {
      const [x, y] = [PATTERN[at]!, PATTERN[at + 1]!];
      rotated[turn * PATTERN.length + at] = Math.round(cos * x - sin * y);
      rotated[turn * PATTERN.length + at + 1] = Math.round(sin * x + cos * y);
    }
  }
  return rotated;
})();

/** The pattern at each angle, as offsets in the pixels of a picture of this width. */
function patternOffsets(width: number): Int32Array {
  const offsets = new Int32Array(ROTATED.length / 2);
  for (let at = 0; at < offsets.length; at += 1) offsets[at] = ROTATED[2 * at]! + width * ROTATED[2 * at + 1]!;
  return offsets;
}

/** The smaller eigenvalue of the structure tensor of 7 × 7 pixels (Shi and Tomasi, 1994). */
function strengthAt({ width, data }: GrayImage, at: number): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (let row = at - 3 * width - 3; row <= at + 3 * width - 3; row += width)
    for (let pixel = row; pixel < row + 7; pixel += 1) {
      const across = data[pixel + 1]! - data[pixel - 1]!;
      const down = data[pixel + width]! - data[pixel - width]!;
      xx += across * across;
      yy += down * down;
      xy += across * down;
    }
  const difference = (xx - yy) / 2;
  return (xx + yy) / 2 - Math.sqrt(difference * difference + xy * xy);
}

/** The direction from the point to the centroid of the intensity of the disc around it. */
function orientationAt({ width, data }: GrayImage, at: number): number {
  let [across, down] = [0, 0];
  for (let y = -RADIUS; y <= RADIUS; y += 1) {
    const reach = DISC[Math.abs(y)]!;
    const middle = at + y * width;
    let row = 0;
    for (let x = -reach; x <= reach; x += 1) {
      const value = data[middle + x]!;
      across += x * value;
      row += value;
    }
    down += y * row;
  }
  return Math.atan2(down, across);
}

/** Corners that are stronger than their eight neighbours, with their strength in a map of the level. */
function strongest(level: GrayImage, corners: Int32Array) {
  const { width } = level;
  const strength = new Float32Array(level.data.length);
  for (const at of corners) strength[at] = strengthAt(level, at);
  const isPeak = (at: number) => {
    const own = strength[at]!;
    // Of equal neighbours the last one wins.
    for (const before of [at - 1, at - width - 1, at - width, at - width + 1])
      if (strength[before]! > own) return false;
    for (const after of [at + 1, at + width - 1, at + width, at + width + 1]) if (strength[after]! >= own) return false;
    return own > STRENGTH_MIN;
  };
  return { strength, peaks: [...corners].filter(isPeak) };
}

/** The best point of each cell, then the second best of each, …, until there are enough. */
function spread(
  points: readonly number[],
  rankOf: (at: number) => number,
  cellOf: (at: number) => number,
  wanted: number,
) {
  const cells = new Map<number, number[]>();
  for (const at of points.toSorted((one, other) => rankOf(other) - rankOf(one))) {
    const cell = cells.get(cellOf(at));
    if (cell) cell.push(at);
    else cells.set(cellOf(at), [at]);
  }
  const chosen: number[] = [];
  for (let round = 0; chosen.length < wanted; round += 1) {
    const next = [...cells.values()].flatMap((cell) => cell[round] ?? []);
    if (next.length === 0) break;
    chosen.push(...next.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, wanted - chosen.length));
  }
  return chosen;
}

function choosePoints(kernels: Kernels, level: GrayImage, wanted: number, { threshold, cell }: FeatureOptions) {
  let corners = new Int32Array(0);
  for (const one of [...THRESHOLDS, threshold]) {
    corners = kernels.findCorners(level, BORDER, one).slice();
    if (corners.length >= PLENTY * wanted) break;
  }
  const { strength, peaks } = strongest(level, corners);
  const { width } = level;
  const cellOf = (at: number) => Math.floor(Math.floor(at / width) / cell) * width + Math.floor((at % width) / cell);
  return spread(peaks, (at) => strength[at]!, cellOf, wanted);
}

/** The levels of the pyramid that are large enough, with the number of points that each may have. */
function levelsOf(picture: GrayImage, { levels, step, first, max }: FeatureOptions) {
  const sizes = Array.from({ length: levels }, (_, at) => step ** -at);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.flatMap((size) => {
    const width = Math.round(picture.width * first * size);
    const height = Math.round(picture.height * first * size);
    if (Math.min(width, height) < 2 * BORDER + 8) return [];
    const image = first * size > 1 ? resize(picture, width, height) : shrink(picture, width, height);
    return [{ image, wanted: Math.ceil((max * size) / total) }];
  });
}

function describe(smooth: GrayImage, offsets: Int32Array, point: { at: number; angle: number }, to: Int32Array) {
  const turn = Math.round((point.angle / (2 * Math.PI)) * ANGLES);
  let test = ((turn + ANGLES) % ANGLES) * (PATTERN.length / 2);
  const { data } = smooth;
  for (let word = 0; word < WORDS; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1, test += 2)
      if (data[point.at + offsets[test]!]! < data[point.at + offsets[test + 1]!]!) bits |= 1 << bit;
    to[word] = bits;
  }
}

/** Finds, orients and describes the key points of a picture. */
export function extractFeatures(kernels: Kernels, picture: GrayImage, options: FeatureOptions): Features {
  const levels = levelsOf(picture, options).map(({ image, wanted }) => ({
    image,
    points: choosePoints(kernels, image, wanted, options),
  }));
  const count = levels.reduce((sum, { points }) => sum + points.length, 0);
  const [x, y, scale, angle] = Array.from({ length: 4 }, () => new Float32Array(count)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const bits = new Int32Array(count * WORDS);
  let to = 0;
  for (const { image, points } of levels) {
    if (points.length === 0) continue;
    const smooth = kernels.blur(image, SMOOTHING);
    const offsets = patternOffsets(image.width);
    const [across, down] = [picture.width / image.width, picture.height / image.height];
    for (const at of points) {
      x[to] = ((at % image.width) + 0.5) * across - 0.5;
      y[to] = (Math.floor(at / image.width) + 0.5) * down - 0.5;
      scale[to] = across;
      angle[to] = orientationAt(image, at);
      describe(smooth, offsets, { at, angle: angle[to]! }, bits.subarray(to * WORDS, (to + 1) * WORDS));
      to += 1;
    }
  }
  return { count, x, y, scale, angle, bits };
}

/** The number of bits in which two descriptors differ. */
export function hammingDistance(one: Int32Array, other: Int32Array): number {
  let distance = 0;
  for (let word = 0; word < WORDS; word += 1) {
    let bits = one[word]! ^ other[word]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return distance;
}

/** The colours of a picture in CIE Lab (D65): their mean and spread, how they lie around the mean, and a palette. */
import type { Planes } from './color-image';

export const PALETTE_SIZE = 4;
/** Bins of the histogram: a and b around their mean, then L around its mean. */
const CHROMA_BINS = 6;
const LIGHTNESS_BINS = 8;
export const HISTOGRAM_SIZE = CHROMA_BINS * CHROMA_BINS + LIGHTNESS_BINS;
const CHROMA_STEP = 5;
const LIGHTNESS_STEP = 8;

export type Lab = readonly [l: number, a: number, b: number];

export interface Colors {
  readonly mean: Lab;
  readonly deviation: Lab;
  /** The most frequent first; the shares sum to 1. */
  readonly palette: readonly { readonly lab: Lab; readonly share: number }[];
  /** Square roots of shares: its two parts each have length 1. */
  readonly histogram: Float32Array;
}

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const DELTA = 6 / 29;
const curve = (value: number) => (value > DELTA ** 3 ? Math.cbrt(value) : value / (3 * DELTA ** 2) + 4 / 29);
const linear = (value: number) => LINEAR[Math.round(Math.min(255, Math.max(0, value)))]!;

/** @param red from 0 to 255, as green and blue: sRGB (IEC 61966-2-1) */
export function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function histogramOf(pixels: readonly Lab[], mean: Lab): Float32Array {
  const histogram = new Float32Array(HISTOGRAM_SIZE);
  const binOf = (value: number, step: number, bins: number) =>
    Math.min(bins - 1, Math.max(0, Math.floor(value / step + bins / 2)));
  for (const [l, a, b] of pixels) {
    const row = binOf(a - mean[1], CHROMA_STEP, CHROMA_BINS);
    histogram[row * CHROMA_BINS + binOf(b - mean[2], CHROMA_STEP, CHROMA_BINS)]! += 1;
    histogram[CHROMA_BINS * CHROMA_BINS + binOf(l - mean[0], LIGHTNESS_STEP, LIGHTNESS_BINS)]! += 1;
  }
  return histogram.map((count) => Math.sqrt(count / pixels.length));
}

const distanceOf = (one: Lab, other: Lab) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

function meanOf(pixels: readonly Lab[]): Lab {
  const sum = [0, 0, 0] as [number, number, number];
  for (const pixel of pixels) for (let part = 0; part < 3; part += 1) sum[part]! += pixel[part]!;
  return [sum[0] / pixels.length, sum[1] / pixels.length, sum[2] / pixels.length];
}

const ROUNDS = 8;

/** k-means, which begins with pixels at equal steps of lightness. */
function paletteOf(pixels: readonly Lab[]): Colors['palette'] {
  const sorted = pixels.toSorted((one, other) => one[0] - other[0]);
  let centres = Array.from(
    { length: PALETTE_SIZE },
    (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / PALETTE_SIZE)]!,
  );
  let groups: Lab[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    groups = centres.map(() => []);
    for (const pixel of pixels) {
      const distances = centres.map((centre) => distanceOf(pixel, centre));
      groups[distances.indexOf(Math.min(...distances))]!.push(pixel);
    }
    centres = centres.map((centre, at) => (groups[at]!.length > 0 ? meanOf(groups[at]!) : centre));
  }
  return centres
    .map((lab, at) => ({ lab, share: groups[at]!.length / pixels.length }))
    .toSorted((one, other) => other.share - one.share);
}

export function colorsOf({ red, green, blue }: Planes): Colors {
  const pixels = Array.from(red, (value, at) => labOf(value, green[at]!, blue[at]!));
  const mean = meanOf(pixels);
  const variance = meanOf(pixels.map(([l, a, b]) => [(l - mean[0]) ** 2, (a - mean[1]) ** 2, (b - mean[2]) ** 2]));
  return {
    mean,
    deviation: [Math.sqrt(variance[0]), Math.sqrt(variance[1]), Math.sqrt(variance[2])],
    palette: paletteOf(pixels),
    histogram: histogramOf(pixels, mean),
  };
}

/** The lightness to which colours are brought before they are compared: darker light takes colour away too. */
const LIGHTNESS = 50;
/** What a difference counts beside one of a and b: L less, because light changes it most. Chosen on generated textures (`training/README.md`). */
const L_WEIGHT = 0.25;
const DEVIATION_WEIGHT = 3.4;
const CHROMA_WEIGHT = 9.7;
const LIGHTNESS_WEIGHT = 2.9;
/** Entries of a palette that are rarer are no colour of the surface. */
const RARE = 0.02;

/** Brings a and b to a lightness of 50. */
const chromaFactor = ({ mean }: Colors) => (LIGHTNESS + 16) / (mean[0] + 16);

const chromaApart = (one: Lab, oneFactor: number, other: Lab, otherFactor: number) =>
  Math.hypot(
    L_WEIGHT * (one[0] - other[0]),
    one[1] * oneFactor - other[1] * otherFactor,
    one[2] * oneFactor - other[2] * otherFactor,
  );

/** From each colour of a palette to the nearest of the other. */
function paletteTowards(from: Colors, to: Colors): number {
  const [factor, otherFactor] = [chromaFactor(from), chromaFactor(to)];
  const common = to.palette.filter((entry) => entry.share >= RARE);
  return from.palette.reduce((sum, { lab, share }) => {
    const distances = common.map((entry) => chromaApart(lab, factor, entry.lab, otherFactor));
    return sum + share * Math.min(...distances);
  }, 0);
}

/** How far the colours of the palettes are from each other, in ΔE with less weight of L. */
export const paletteDistance = (one: Colors, other: Colors): number =>
  (paletteTowards(one, other) + paletteTowards(other, one)) / 2;

/** The share that two parts of histograms do not have in common. */
function histogramApart(one: Colors, other: Colors, from: number, to: number): number {
  let common = 0;
  for (let at = from; at < to; at += 1) common += one.histogram[at]! * other.histogram[at]!;
  return Math.sqrt(Math.max(0, 1 - common));
}

/** How far mean, deviation and histogram are from each other, in ΔE with less weight of L. */
export function colorDistance(one: Colors, other: Colors): number {
  const [factor, otherFactor] = [chromaFactor(one), chromaFactor(other)];
  const deviations = one.deviation.map((value, part) => value * factor - other.deviation[part]! * otherFactor);
  return Math.hypot(
    chromaApart(one.mean, factor, other.mean, otherFactor),
    DEVIATION_WEIGHT * Math.hypot(...deviations),
    CHROMA_WEIGHT * histogramApart(one, other, 0, CHROMA_BINS * CHROMA_BINS),
    LIGHTNESS_WEIGHT * histogramApart(one, other, CHROMA_BINS * CHROMA_BINS, HISTOGRAM_SIZE),
  );
}

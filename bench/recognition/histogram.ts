/** The plain colour histogram that recognition is measured beside: a and b of Lab, and L, compared by the Hellinger distance. */
import { type ColorImage, labOf } from '@earth/vision/recognition';

const CHROMA_BINS = 24;
const LIGHTNESS_BINS = 32;
const CHROMA = CHROMA_BINS * CHROMA_BINS;
const LIGHTNESS_SHARE = 0.5;

const binOf = (value: number, low: number, high: number, bins: number) =>
  Math.min(bins - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * bins)));

/** Square roots of shares. */
export function histogramOf({ data }: ColorImage): Float32Array {
  const histogram = new Float32Array(CHROMA + LIGHTNESS_BINS);
  // Every second pixel is enough.
  for (let at = 0; at < data.length; at += 8) {
    const [l, a, b] = labOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    const chroma = binOf(a, -60, 60, CHROMA_BINS) * CHROMA_BINS + binOf(b, -60, 60, CHROMA_BINS);
    histogram[chroma] = (histogram[chroma] ?? 0) + 1;
    const lightness = CHROMA + binOf(l, 0, 100, LIGHTNESS_BINS);
    histogram[lightness] = (histogram[lightness] ?? 0) + LIGHTNESS_SHARE;
  }
  return histogram.map((count) => Math.sqrt((8 * count) / data.length));
}

export const histogramDistance = (one: Float32Array, other: Float32Array): number =>
  1 - one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

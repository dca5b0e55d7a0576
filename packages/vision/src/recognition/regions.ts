/** Several products in one photograph: windows of three sizes are searched, the largest first. */
import type { Catalogue, RecognitionMatch, SearchOptions } from './catalogue';
import type { ColorImage } from './color-image';
import type { Recognizer } from './recognizer';

/** From 0 to 1, in relation to the image. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RecognizedRegion extends Region {
  /** The first is a match. */
  readonly results: readonly RecognitionMatch[];
}

/** Sides of the windows in relation to the image, and how many lie side by side. */
const WINDOWS = [
  { share: 1, count: 1 },
  { share: 0.5, count: 3 },
  { share: 0.34, count: 4 },
] as const;
/** Share of the smaller of two windows that may lie in the other. */
const OVERLAP_MAX = 0.3;

function windowsOf({ share, count }: (typeof WINDOWS)[number]): Region[] {
  const step = count > 1 ? (1 - share) / (count - 1) : 0;
  return Array.from({ length: count * count }, (_, at) => ({
    x: (at % count) * step,
    y: Math.floor(at / count) * step,
    width: share,
    height: share,
  }));
}

function overlapOf(one: Region, other: Region): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return (Math.max(0, across) * Math.max(0, down)) / smaller;
}

/** What is within a region. */
function crop({ width, data, height }: ColorImage, region: Region): ColorImage {
  const [left, top] = [Math.floor(region.x * width), Math.floor(region.y * height)];
  const columns = Math.max(1, Math.min(width - left, Math.round(region.width * width)));
  const rows = Math.max(1, Math.min(height - top, Math.round(region.height * height)));
  const part = new Uint8ClampedArray(4 * columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const from = 4 * ((top + row) * width + left);
    part.set(data.subarray(from, from + 4 * columns), 4 * row * columns);
  }
  return { width: columns, height: rows, data: part };
}

/** The regions of an image in which a product is recognized; they hardly overlap. Takes as long as 26 descriptions. */
export function findRegions(
  image: ColorImage,
  recognizer: Recognizer,
  catalogue: Catalogue,
  options: SearchOptions,
): RecognizedRegion[] {
  const found: RecognizedRegion[] = [];
  const isFree = (region: Region) => found.every((other) => overlapOf(region, other) <= OVERLAP_MAX);
  for (const windows of WINDOWS) {
    const matches = windowsOf(windows)
      .filter(isFree)
      .map((region) => ({ ...region, results: catalogue.search(recognizer.describe(crop(image, region)), options) }))
      .filter(({ results }) => results[0]?.isMatch)
      .toSorted((one, other) => (other.results[0]?.similarity ?? 0) - (one.results[0]?.similarity ?? 0));
    for (const match of matches) if (isFree(match)) found.push(match);
  }
  return found;
}

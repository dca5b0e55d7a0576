/** The WebAssembly kernels. Tables that never change stand at the start of their memory, the data of a call behind them. */
import type { Homography, Size } from './homography';
import { blur, createImage, gaussianKernel, type GrayImage, halve, resize, samplePoints } from './image';
import { aligned, KernelMemory, VECTOR } from './kernel-memory';
import { DISC, PATTERNS, TURNS } from './pattern';

/** Words of 32 bits of a descriptor. */
export const WORDS = 8;
/** The border that the corner kernel reads around a pixel. */
export const RING_RADIUS = 3;
/** Rows and columns of a template in memory, at most. */
const TEMPLATE_STRIDE = 16;
const TEMPLATE_FLOATS = TEMPLATE_STRIDE * TEMPLATE_STRIDE;
const RADIUS_MAX = 15;

const PATTERNS_AT = VECTOR;
const DISC_AT = aligned(PATTERNS_AT + PATTERNS.byteLength);
/** The template, and behind it a row of ones of its width. */
const TEMPLATE_AT = aligned(DISC_AT + DISC.byteLength);
const CORRELATION_AT = aligned(TEMPLATE_AT + 4 * (TEMPLATE_FLOATS + TEMPLATE_STRIDE));
/** Where the data of calls begins. */
export const WORK_AT = aligned(CORRELATION_AT + 4 * (2 * RADIUS_MAX + 1) ** 2);

/** Descriptors with their places. */
export interface Descriptors {
  readonly count: number;
  /** `WORDS` per descriptor. */
  readonly bits: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** A picture in the kernels' memory, until the next call of `load` or `loadResized`. */
export interface LoadedImage {
  readonly width: number;
  readonly height: number;
  readonly address: number;
  /** Where other data may stand. */
  readonly end: number;
}

/** A patch of a picture: its first pixel, and how far the next column and the next row are. */
export interface Patch {
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly column: readonly [x: number, y: number];
  readonly row: readonly [x: number, y: number];
}

export class Kernels {
  readonly memory: KernelMemory;
  /** The width of the ones behind the template. */
  #ones = 0;

  constructor(module: WebAssembly.Module) {
    this.memory = new KernelMemory(module);
    new Int8Array(this.memory.buffer).set(PATTERNS, PATTERNS_AT);
    new Int16Array(this.memory.buffer, DISC_AT).set(DISC);
  }

  /** Copies pictures into the memory. */
  load<Images extends readonly GrayImage[]>(...images: Images): { [at in keyof Images]: LoadedImage } {
    const addresses = this.memory.layOut(WORK_AT, ...images.map(({ data }) => data.length));
    return images.map(({ width, height, data }, at) => {
      const address = addresses[at]!;
      this.memory.bytesAt(address, data.length).set(data);
      return { width, height, address, end: addresses[images.length]! };
    }) as { [at in keyof Images]: LoadedImage };
  }

  /** Copies a picture into the memory at another size: bilinear, as `resize`. */
  loadResized(picture: GrayImage, width: number, height: number): LoadedImage {
    if (width === picture.width && height === picture.height) return this.load(picture)[0];
    if (Math.min(picture.width, picture.height) < 2) return this.load(resize(picture, width, height))[0];
    const [columns, rows] = [samplePoints(picture.width, width), samplePoints(picture.height, height)];
    // Four columns are computed at once.
    const padded = (width + 3) & ~3;
    const [address, source, columnsAt, weightsAt, rowsAt, line] = this.memory.layOut(
      WORK_AT,
      width * height,
      picture.data.length,
      4 * padded,
      4 * padded,
      8 * height,
      2 * picture.width,
    );
    this.memory.bytesAt(source, picture.data.length).set(picture.data);
    const { buffer } = this.memory;
    new Int32Array(buffer, columnsAt, padded).fill(0).set(columns.index);
    const weights = new Int32Array(buffer, weightsAt, padded).fill(0);
    for (let at = 0; at < width; at += 1) weights[at] = (256 - columns.weight[at]!) | (columns.weight[at]! << 16);
    const pairs = new Int32Array(buffer, rowsAt, 2 * height);
    for (let at = 0; at < height; at += 1) {
      pairs[2 * at] = rows.index[at]!;
      pairs[2 * at + 1] = rows.weight[at]!;
    }
    this.memory.exports.resize(source, picture.width, columnsAt, weightsAt, rowsAt, line, address, width, height);
    return { width, height, address, end: source };
  }

  /** `resize`, faster. */
  resize(picture: GrayImage, width: number, height: number): GrayImage {
    const { address } = this.loadResized(picture, width, height);
    return createImage(width, height, this.memory.bytesAt(address, width * height).slice());
  }

  /** `halve`, faster. */
  halve(picture: GrayImage): GrayImage {
    const { width, height, data } = picture;
    if (width < 2 || height < 2) return halve(picture);
    const [source, out] = this.memory.layOut(WORK_AT, data.length, data.length / 4);
    this.memory.bytesAt(source, data.length).set(data);
    this.memory.exports.halve(source, width, height, out);
    return createImage(width >> 1, height >> 1, this.memory.bytesAt(out, (width >> 1) * (height >> 1)).slice());
  }

  /**
   * Maps a picture affinely; beyond its edges the edge pixels go on.
   * @param back from a pixel of the result to its place in the picture
   * @param samples per pixel, spread along the step from one row of the result to the next
   */
  warp(picture: GrayImage, back: Homography, { width, height }: Size, samples: number): GrayImage {
    const { data } = picture;
    if (Math.min(picture.width, picture.height) < 2) return createImage(width, height);
    const [source, out] = this.memory.layOut(WORK_AT, data.length, width * height);
    this.memory.bytesAt(source, data.length).set(data);
    const [columnX, rowX, x, columnY, rowY, y] = back as unknown as [number, number, number, number, number, number];
    const { exports } = this.memory;
    const { width: from, height: rows } = picture;
    exports.warp(source, from, rows, x, y, columnX, columnY, rowX, rowY, samples, out, width, height);
    return createImage(width, height, this.memory.bytesAt(out, width * height).slice());
  }

  /** `blur`, faster. */
  blur(picture: GrayImage, sigma: number): GrayImage {
    const { width, height, data } = picture;
    if (!isFilterable(picture, sigma)) return blur(picture, sigma);
    const address = this.#blurLoaded(this.load(picture)[0], sigma);
    return createImage(width, height, this.memory.bytesAt(address, data.length).slice());
  }

  /**
   * FAST-9 corners.
   * @param border distance from the edges, at least `RING_RADIUS`
   * @returns indices of pixels, valid until the next call
   */
  findCorners({ width, height, address, end }: LoadedImage, border: number, threshold: number): Int32Array {
    // A row is read sixteen pixels at a time.
    if (width < 2 * border + VECTOR || height <= 2 * border) return new Int32Array(0);
    const max = width * height;
    const [out] = this.memory.layOut(end, 4 * max);
    const count = this.memory.exports.fast9(address, width, height, border, threshold, out, max);
    return new Int32Array(this.memory.buffer, out, count);
  }

  /**
   * Those corners that are stronger than their neighbours.
   * @param corners of the last call of `findCorners`
   * @param least what is weaker is noise
   */
  findPeaks(
    { width, address }: LoadedImage,
    corners: Int32Array,
    least: number,
  ): { places: Int32Array; strengths: Float32Array } {
    const { byteOffset, length } = corners;
    const [strengthsAt] = this.memory.layOut(aligned(byteOffset + 4 * length), 12 * length);
    const count = this.memory.exports.peaks(address, width, byteOffset, length, least, strengthsAt);
    const start = strengthsAt + 4 * length;
    const places = new Int32Array(this.memory.buffer, start, 2 * count);
    const strengths = new Float32Array(this.memory.buffer, start, 2 * count);
    return {
      places: places.filter((_, at) => at % 2 === 0),
      strengths: strengths.filter((_, at) => at % 2 === 1),
    };
  }

  /**
   * Orients points by their intensity centroid, and describes them in the picture, smoothed by `sigma`, which is at least twice as large as its filter.
   * @returns angles in radians, and the descriptors' bits, which are valid until the next call
   */
  describe(level: LoadedImage, points: Int32Array, sigma: number): { angles: Float32Array; bits: Int32Array } {
    const count = points.length;
    const { width, address } = level;
    const smooth = this.#blurLoaded(level, sigma);
    const pixels = width * level.height;
    const [pointsAt, turnsAt, out] = this.memory.layOut(
      aligned(smooth + pixels + VECTOR),
      4 * count,
      8 * count,
      4 * WORDS * count,
    );
    const { buffer } = this.memory;
    new Int32Array(buffer, pointsAt, count).set(points);
    this.memory.exports.moments(address, width, pointsAt, count, DISC_AT, turnsAt);
    const moments = new Int32Array(buffer, turnsAt, 2 * count);
    const angles = Float32Array.from({ length: count }, (_, at) => Math.atan2(moments[2 * at + 1]!, moments[2 * at]!));
    for (let at = 0; at < count; at += 1)
      moments[at] = (Math.round((angles[at]! / (2 * Math.PI)) * TURNS) + TURNS) % TURNS;
    this.memory.exports.describe(smooth, width, pointsAt, turnsAt, count, PATTERNS_AT, out);
    return { angles, bits: new Int32Array(buffer, out, WORDS * count) };
  }

  /**
   * The nearest trained descriptor of each query, by brute force.
   * @param apart how far from the nearest one, in pixels, the second nearest must lie
   * @returns index, distance and second distance of each query; valid until the next call
   */
  findNearest(query: Pick<Descriptors, 'bits' | 'count'>, trained: Descriptors, apart: number): Int32Array {
    const words = WORDS * trained.count;
    const [queries, train, places, out] = this.memory.layOut(
      WORK_AT,
      4 * WORDS * query.count,
      4 * words,
      8 * trained.count,
      12 * query.count,
    );
    const { buffer } = this.memory;
    new Int32Array(buffer, queries, query.count * WORDS).set(query.bits.subarray(0, query.count * WORDS));
    new Int32Array(buffer, train, words).set(trained.bits.subarray(0, words));
    const xy = new Float32Array(buffer, places, trained.count * 2);
    for (let at = 0; at < trained.count; at += 1) {
      xy[2 * at] = trained.x[at]!;
      xy[2 * at + 1] = trained.y[at]!;
    }
    this.memory.exports.match(queries, query.count, train, trained.count, places, apart * apart, out);
    return new Int32Array(buffer, out, query.count * 3);
  }

  /**
   * Renders a patch as the template of the next calls of `correlate`. All of it must lie within the picture, whose last row and column are left out.
   * @returns its sum of squares around the mean
   */
  renderTemplate({ address, width }: LoadedImage, { size, x, y, column, row }: Patch): number {
    if (this.#ones !== size) {
      const floats = new Float32Array(this.memory.buffer, TEMPLATE_AT, TEMPLATE_FLOATS + TEMPLATE_STRIDE);
      floats.fill(0).fill(1, TEMPLATE_FLOATS, TEMPLATE_FLOATS + size);
      this.#ones = size;
    }
    return this.memory.exports.render(address, width, x, y, ...column, ...row, size, TEMPLATE_AT);
  }

  /**
   * Zero-mean normalised cross-correlation of the template with the places around (x, y), whose surroundings must lie within the picture.
   * @param norm the template's sum of squares
   * @returns (2 · radius + 1)² values, row by row; valid until the next call
   */
  correlate(
    { address, width }: LoadedImage,
    norm: number,
    { x, y, radius }: { x: number; y: number; radius: number },
  ): Float32Array {
    this.memory.exports.zncc(address, width, x, y, this.#ones, radius, TEMPLATE_AT, norm, CORRELATION_AT);
    return new Float32Array(this.memory.buffer, CORRELATION_AT, (2 * radius + 1) ** 2);
  }

  /** Blurs a loaded picture. @returns the address of the result, behind the picture */
  #blurLoaded({ width, height, address, end }: LoadedImage, sigma: number): number {
    const weights = gaussianKernel(sigma);
    const pixels = width * height;
    const [out, between, start] = this.memory.layOut(end, pixels, pixels, 2 * weights.length);
    new Uint16Array(this.memory.buffer, start, weights.length).set(weights);
    this.memory.exports.filter(address, width, height, start, weights.length, between, out);
    return out;
  }
}

/** Whether a picture has the columns and rows that the filter needs. */
const isFilterable = ({ width, height }: GrayImage, sigma: number): boolean => {
  const taps = gaussianKernel(sigma).length;
  return width >= taps + VECTOR && height >= taps;
};

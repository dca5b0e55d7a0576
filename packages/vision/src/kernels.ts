/** The WebAssembly kernels: their memory, and calls that copy pictures and descriptors into it. */
import { blur, createImage, gaussianKernel, type GrayImage } from './image';

/** Words of 32 bits of a descriptor. */
export const WORDS = 8;
const PAGE = 65_536;
/** 64 MB: a limit that no picture of the engine reaches, so that a mistake fails instead of taking the device's memory. */
const PAGES_MAX = 1024;
/** The border that the corner kernel reads around a pixel. */
export const RING_RADIUS = 3;
/** Rows and columns of a template in memory. */
const TEMPLATE_STRIDE = 16;
const TEMPLATE_FLOATS = TEMPLATE_STRIDE * TEMPLATE_STRIDE;

interface Exports {
  fast9(
    source: number,
    width: number,
    height: number,
    border: number,
    threshold: number,
    out: number,
    max: number,
  ): number;
  match(
    query: number,
    queries: number,
    train: number,
    trained: number,
    places: number,
    apart: number,
    out: number,
  ): void;
  filter(
    source: number,
    width: number,
    height: number,
    weights: number,
    taps: number,
    between: number,
    out: number,
  ): void;
  zncc(
    image: number,
    width: number,
    x: number,
    y: number,
    size: number,
    radius: number,
    template: number,
    norm: number,
    out: number,
  ): void;
}

/** Descriptors with their places. */
export interface Descriptors {
  readonly count: number;
  /** `WORDS` per descriptor. */
  readonly bits: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** A template of `size` × `size` values of mean 0, and its sum of squares. */
export interface Template {
  readonly size: number;
  readonly values: Float32Array;
  readonly norm: number;
}

/** A picture in the kernels' memory, until the next one is copied. */
export interface LoadedImage {
  readonly address: number;
  readonly width: number;
}

const aligned = (address: number) => (address + 15) & ~15;

export class Kernels {
  readonly #memory = new WebAssembly.Memory({ initial: 32, maximum: PAGES_MAX });
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    const env = { memory: this.#memory, abort: () => undefined };
    this.#exports = new WebAssembly.Instance(module, { env }).exports as unknown as Exports;
  }

  /** Bytes of memory that are in use; it grows with the largest picture, and is freed with the object. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /**
   * FAST-9 corners of a picture.
   * @param border distance from the edges, at least `RING_RADIUS`
   * @returns indices of pixels, valid until the next call
   */
  findCorners({ width, height, data }: GrayImage, border: number, threshold: number): Int32Array {
    const source = TEMPLATE_STRIDE;
    const out = aligned(source + data.length);
    // A row is read sixteen pixels at a time.
    if (width < 2 * border + 16 || height <= 2 * border) return new Int32Array(0);
    const max = width * height;
    this.#reserve(out + 4 * max);
    new Uint8Array(this.#memory.buffer, source, data.length).set(data);
    const count = this.#exports.fast9(source, width, height, border, threshold, out, max);
    return new Int32Array(this.#memory.buffer, out, count);
  }

  /**
   * The nearest trained descriptor of each query, by brute force.
   * @param apart how far from the nearest one, in pixels, the second nearest must lie
   * @returns index, distance and second distance of each query; valid until the next call
   */
  findNearest(query: Pick<Descriptors, 'bits' | 'count'>, trained: Descriptors, apart: number): Int32Array {
    const queries = TEMPLATE_STRIDE;
    const train = aligned(queries + query.count * WORDS * 4);
    const places = aligned(train + trained.count * WORDS * 4);
    const out = aligned(places + trained.count * 8);
    this.#reserve(out + query.count * 12);
    const { buffer } = this.#memory;
    new Int32Array(buffer, queries, query.count * WORDS).set(query.bits.subarray(0, query.count * WORDS));
    new Int32Array(buffer, train, trained.count * WORDS).set(trained.bits.subarray(0, trained.count * WORDS));
    const xy = new Float32Array(buffer, places, trained.count * 2);
    for (let at = 0; at < trained.count; at += 1) {
      xy[2 * at] = trained.x[at]!;
      xy[2 * at + 1] = trained.y[at]!;
    }
    this.#exports.match(queries, query.count, train, trained.count, places, apart * apart, out);
    return new Int32Array(buffer, out, query.count * 3);
  }

  /** Gaussian blur: the same pixels as `blur`, faster. */
  blur(image: GrayImage, sigma: number): GrayImage {
    const weights = gaussianKernel(sigma);
    const { width, height, data } = image;
    if (width < weights.length + TEMPLATE_STRIDE || height < weights.length) return blur(image, sigma);
    const start = TEMPLATE_STRIDE;
    const source = aligned(start + 2 * weights.length);
    const between = aligned(source + data.length + TEMPLATE_STRIDE);
    const out = aligned(between + data.length + TEMPLATE_STRIDE);
    this.#reserve(out + data.length + TEMPLATE_STRIDE);
    const { buffer } = this.#memory;
    new Uint16Array(buffer, start, weights.length).set(weights);
    new Uint8Array(buffer, source, data.length).set(data);
    this.#exports.filter(source, width, height, start, weights.length, between, out);
    return createImage(width, height, new Uint8Array(buffer, out, data.length).slice());
  }

  /** Copies a picture for `correlate`. */
  load({ width, data }: GrayImage): LoadedImage {
    const address = aligned(TEMPLATE_STRIDE + 4 * (TEMPLATE_FLOATS + TEMPLATE_STRIDE) + 4 * PAGE);
    // The kernel reads up to three bytes after the last pixel of a row.
    this.#reserve(address + data.length + TEMPLATE_STRIDE);
    new Uint8Array(this.#memory.buffer, address, data.length).set(data);
    return { address, width };
  }

  /**
   * Zero-mean normalised cross-correlation of a template with the places around (x, y), whose surroundings must lie within the picture.
   * @returns (2 · radius + 1)² values, row by row; valid until the next call
   */
  correlate(
    { address, width }: LoadedImage,
    template: Template,
    place: { x: number; y: number; radius: number },
  ): Float32Array {
    const { size, values, norm } = template;
    const { x, y, radius } = place;
    const start = TEMPLATE_STRIDE;
    const floats = new Float32Array(this.#memory.buffer, start, TEMPLATE_FLOATS + TEMPLATE_STRIDE);
    floats.fill(0);
    for (let row = 0; row < size; row += 1)
      floats.set(values.subarray(row * size, (row + 1) * size), row * TEMPLATE_STRIDE);
    floats.fill(1, TEMPLATE_FLOATS, TEMPLATE_FLOATS + size);
    const out = aligned(start + 4 * floats.length);
    this.#exports.zncc(address, width, x, y, size, radius, start, norm, out);
    return new Float32Array(this.#memory.buffer, out, (2 * radius + 1) ** 2);
  }

  #reserve(bytes: number) {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
  }
}

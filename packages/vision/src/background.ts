/**
 * Background removal for a camera that stands still: a Gaussian per pixel and channel, learnt from 30 frames (Wren et al., «Pfinder», 1997), that
 * follows changes of exposure and small movements of the camera, and takes a shadow for background. What is left is new: hands and tools.
 */
import { RegionCleaner } from './components';
import type { Size } from './homography';
import { createImage, gaussianKernel, type GrayImage } from './image';
import { type Kernels, WORK_AT } from './kernels';

/** How many frames the background is learnt from. */
export const LEARNING_FRAMES = 30;

export interface Foreground {
  /** 0: background, 255: foreground, soft at the edge; of the size of the frame. Valid until the next frame. */
  readonly alpha: GrayImage;
  /** Pixels by which the camera has moved since the learning. */
  readonly shift: readonly [x: number, y: number];
}

/** The size of a frame relative to the coarse picture in which regions are cleaned and the shift is found: two halves. */
const COARSE = 4;
/** The filters need as many coarse columns. */
const SIDE_MIN = 32 * COARSE;
/** Pixels of the coarse picture: beyond it the camera has been moved, and the background must be learnt anew. */
const SHIFT_MAX = 4;
const SHIFTS = 2 * SHIFT_MAX + 1;
/** A difference of grey levels that says no more than «different». */
const DIFFERENCE_MAX = 30;
/** Pixels: a smaller shift is left out. */
const SHIFT_MIN = 0.25;
const SMOOTHING = 1;
/** Every pixel of this grid counts for the gain. */
const GAIN_GRID = 8;
/** Too dark to tell a ratio. */
const GAIN_LEVEL_MIN = 24;
/** A channel this bright may be clipped: it tells nothing of the difference. */
const SATURATED = 250;
/** Squared distance, in units of the tolerance, beyond which a pixel is new. */
const NEW_DISTANCE = 27;
/** A shadow is darker by one factor for all channels. */
const SHADOW = { darkest: 0.55, brightest: 1.02, distance: 9 } as const;
/** Of the cleaning: share of a coarse pixel, and pixels of the coarse picture. */
const CLEAN = { blur: 1.5, share: 110, close: 3, islandMin: 40, holeMin: 300 } as const;
const CHANNELS = [0, 1, 2] as const;
const SMOOTHING_WEIGHTS = gaussianKernel(SMOOTHING);
const CLEANING_WEIGHTS = gaussianKernel(CLEAN.blur);

/** Within half a step, from the values before, at and after the least. */
const vertexOf = (before: number, least: number, after: number): number => {
  const curvature = before - 2 * least + after;
  return curvature > 1e-9 ? Math.min(0.5, Math.max(-0.5, (0.5 * (before - after)) / curvature)) : 0;
};

/** By how many coarse pixels the picture is moved whose differences these are. Null: by more than can be followed. */
function shiftOf(differences: Int32Array): readonly [number, number] | null {
  const least = differences.indexOf(differences.reduce((one, other) => Math.min(one, other)));
  const [column, row] = [least % SHIFTS, Math.floor(least / SHIFTS)];
  if (column === 0 || row === 0 || column === SHIFTS - 1 || row === SHIFTS - 1) return null;
  const at = (place: number) => differences[place]!;
  return [
    column - SHIFT_MAX + vertexOf(at(least - 1), at(least), at(least + 1)),
    row - SHIFT_MAX + vertexOf(at(least - SHIFTS), at(least), at(least + SHIFTS)),
  ];
}

/** Squares of the Sobel gradients, per pixel of distance. */
function gradientsOf({ width, height, data }: GrayImage): Float32Array {
  const squares = new Float32Array(data.length);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const column = (to: number) => data[to - width]! + 2 * data[to]! + data[to + width]!;
      const row = (to: number) => data[to - 1]! + 2 * data[to]! + data[to + 1]!;
      const [across, down] = [column(at + 1) - column(at - 1), row(at + width) - row(at - width)];
      squares[at] = (across * across + down * down) / 64;
    }
  return squares;
}

/** What is known once the learning is over: three planes behind each other. */
interface Learnt {
  readonly means: Uint8Array;
  /** 1 by the squared tolerance, which is noise and what an edge may move. */
  readonly precisions: Float32Array;
  /** The green mean. */
  readonly coarse: GrayImage;
}

/** Addresses of what a frame needs in the kernels' memory. */
interface Layout {
  readonly rgba: number;
  readonly split: number;
  readonly planes: number;
  readonly moved: number;
  readonly between: number;
  readonly means: number;
  readonly precisions: number;
  readonly isNew: number;
  readonly half: number;
  readonly coarse: number;
  readonly soft: number;
  readonly learntCoarse: number;
  readonly differences: number;
  readonly weights: number;
}

export class BackgroundModel {
  readonly #kernels: Kernels;
  readonly #size: Size;
  readonly #pixels: number;
  /** Of the learnt frames' values and their squares, as many planes as channels. */
  readonly #sums: Uint16Array;
  readonly #squares: Uint32Array;
  readonly #ratios: Float32Array;
  readonly #region: GrayImage;
  readonly #cleaner: RegionCleaner;
  readonly #alpha: GrayImage;
  #frames = 0;
  #learnt: Learnt | null = null;

  /**
   * @param size of the frames
   * @throws RangeError if it is not a multiple of four, or less than 128
   */
  constructor(kernels: Kernels, size: Size) {
    const { width, height } = size;
    if (width % COARSE !== 0 || height % COARSE !== 0 || Math.min(width, height) < SIDE_MIN)
      throw new RangeError(`${width} × ${height} is not a size of frames with a background`);
    this.#kernels = kernels;
    this.#size = size;
    this.#pixels = width * height;
    this.#sums = new Uint16Array(3 * this.#pixels);
    this.#squares = new Uint32Array(3 * this.#pixels);
    this.#ratios = new Float32Array(this.#pixels / COARSE ** 2);
    this.#region = createImage(width / COARSE, height / COARSE);
    this.#cleaner = new RegionCleaner(width / COARSE, height / COARSE);
    this.#alpha = createImage(width, height);
  }

  /** 0 to 1. */
  get progress(): number {
    return this.#frames / LEARNING_FRAMES;
  }

  /** Learns from a frame in RGBA. Later ones than the thirtieth are ignored. */
  learn(rgba: Uint8Array | Uint8ClampedArray) {
    if (this.#learnt) return;
    this.#frames += 1;
    for (const channel of CHANNELS)
      for (let from = channel, to = channel * this.#pixels; from < rgba.length; from += 4, to += 1) {
        const value = rgba[from]!;
        this.#sums[to]! += value;
        this.#squares[to]! += value * value;
      }
    if (this.#frames === LEARNING_FRAMES) this.#learnt = this.#finish();
  }

  /** What a frame has in front of the background. Null: it is not learnt yet, or the camera has been moved too far. */
  extract(rgba: Uint8Array | Uint8ClampedArray): Foreground | null {
    if (!this.#learnt) return null;
    const layout = this.#layOut();
    this.#split(layout, rgba);
    const found = this.#findShift(layout, this.#learnt);
    if (!found) return null;
    const shift = [found[0] * COARSE, found[1] * COARSE] as const;
    const isMoved = Math.hypot(...shift) > SHIFT_MIN;
    if (isMoved)
      for (const channel of CHANNELS)
        this.#move(layout.planes + channel * this.#pixels, shift, layout.moved + channel * this.#pixels);
    this.#compare(layout, isMoved ? layout.moved : layout.planes, this.#learnt);
    this.#clean(layout);
    this.#writeAlpha(isMoved ? [-shift[0], -shift[1]] : null);
    return { alpha: this.#alpha, shift };
  }

  #finish(): Learnt {
    const { width, height } = this.#size;
    const means = new Uint8Array(3 * this.#pixels);
    const precisions = new Float32Array(3 * this.#pixels);
    const planeOf = (valueAt: (at: number) => number, channel: number) =>
      createImage(
        width,
        height,
        Uint8Array.from({ length: this.#pixels }, (_, at) => valueAt(channel * this.#pixels + at)),
      );
    const meanAt = (at: number) => this.#sums[at]! / LEARNING_FRAMES;
    const varianceAt = (at: number) => Math.min(255, this.#squares[at]! / LEARNING_FRAMES - meanAt(at) ** 2);
    const gradients = gradientsOf(planeOf((at) => Math.round(meanAt(at)), 1));
    for (const channel of CHANNELS) {
      const mean = planeOf((at) => Math.round(meanAt(at)), channel);
      means.set(this.#kernels.blur(mean, SMOOTHING).data, channel * this.#pixels);
      const noise = this.#kernels.blur(planeOf(varianceAt, channel), 2).data;
      for (let at = 0; at < this.#pixels; at += 1)
        precisions[channel * this.#pixels + at] = 1 / (0.36 * Math.max(4, noise[at]!) + 4 + 0.81 * gradients[at]!);
    }
    const green = createImage(width, height, means.subarray(this.#pixels, 2 * this.#pixels));
    return { means, precisions, coarse: this.#kernels.halve(this.#kernels.halve(green)) };
  }

  #layOut(): Layout {
    const pixels = this.#pixels;
    const coarse = pixels / COARSE ** 2;
    const memory = this.#kernels.memory;
    const [rgba, split, planes, moved, between, means, precisions, isNew, half] = memory.layOut(
      WORK_AT,
      4 * pixels,
      3 * pixels,
      3 * pixels,
      3 * pixels,
      pixels,
      3 * pixels,
      12 * pixels,
      pixels,
      pixels / 4,
    );
    const [small, soft, learntCoarse, differences, weights] = memory.layOut(
      half + pixels / 4 + COARSE ** 2,
      coarse,
      coarse,
      coarse,
      4 * SHIFTS ** 2,
      2 * CLEANING_WEIGHTS.length,
    );
    const addresses = { rgba, split, planes, moved, between, means, precisions, isNew, half, coarse: small, soft };
    return { ...addresses, learntCoarse, differences, weights };
  }

  /** The smoothed colours of a frame. */
  #split({ rgba: from, split, planes, between, weights }: Layout, rgba: Uint8Array | Uint8ClampedArray) {
    const { memory } = this.#kernels;
    const { width, height } = this.#size;
    memory.bytesAt(from, rgba.length).set(rgba);
    memory.exports.splitColors(from, this.#pixels, split);
    new Uint16Array(memory.buffer, weights, SMOOTHING_WEIGHTS.length).set(SMOOTHING_WEIGHTS);
    for (const channel of CHANNELS) {
      const at = channel * this.#pixels;
      memory.exports.filter(split + at, width, height, weights, SMOOTHING_WEIGHTS.length, between, planes + at);
    }
  }

  /** A quarter of each side. */
  #shrink({ half, coarse }: Layout, plane: number) {
    const { exports } = this.#kernels.memory;
    exports.halve(plane, this.#size.width, this.#size.height, half);
    exports.halve(half, this.#size.width / 2, this.#size.height / 2, coarse);
  }

  /** Coarse pixels by which the frame is moved, relative to what was learnt. */
  #findShift(layout: Layout, learnt: Learnt) {
    const { memory } = this.#kernels;
    const { width, height, data } = learnt.coarse;
    this.#shrink(layout, layout.planes + this.#pixels);
    const coarse = memory.bytesAt(layout.coarse, data.length);
    // As bright as what was learnt: otherwise a change of exposure would hide the shift.
    for (let at = 0; at < data.length; at += 1) this.#ratios[at] = data[at]! / Math.max(1, coarse[at]!);
    const gain = this.#medianRatio(data.length);
    for (let at = 0; at < data.length; at += 1) coarse[at] = Math.min(255, coarse[at]! * gain);
    memory.bytesAt(layout.learntCoarse, data.length).set(data);
    const { learntCoarse, coarse: moved, differences } = layout;
    memory.exports.differences(learntCoarse, moved, width, height, SHIFT_MAX, DIFFERENCE_MAX, differences);
    return shiftOf(new Int32Array(memory.buffer, differences, SHIFTS ** 2));
  }

  #move(from: number, [x, y]: readonly [number, number], to: number) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [x - left, y - top];
    const right = Math.round(256 * across * (1 - down));
    const below = Math.round(256 * (1 - across) * down);
    const both = Math.round(256 * across * down);
    const { width, height } = this.#size;
    const { exports } = this.#kernels.memory;
    exports.move(from, width, height, left, top, 256 - right - below - both, right, below, both, to);
  }

  /** How much brighter each channel of the frame is: the median over a grid, of which the new is a small part. */
  #gainOf(planes: number, means: Uint8Array, channel: number): number {
    const { width, height } = this.#size;
    const plane = this.#kernels.memory.bytesAt(planes, means.length);
    let count = 0;
    for (let y = GAIN_GRID / 2; y < height; y += GAIN_GRID)
      for (let x = GAIN_GRID / 2; x < width; x += GAIN_GRID) {
        const at = channel * this.#pixels + y * width + x;
        const [value, mean] = [plane[at]!, means[at]!];
        if (mean <= GAIN_LEVEL_MIN || value >= SATURATED || mean >= SATURATED) continue;
        this.#ratios[count] = value / mean;
        count += 1;
      }
    return this.#medianRatio(count);
  }

  /** The median of the first ratios; 1 without any. */
  #medianRatio(count: number): number {
    return this.#ratios.subarray(0, count).toSorted()[count >> 1] ?? 1;
  }

  /** 255 where a pixel is new: neither the background, brighter or darker as a whole, nor its shadow. */
  #compare({ means, precisions, isNew }: Layout, planes: number, learnt: Learnt) {
    const { memory } = this.#kernels;
    memory.bytesAt(means, learnt.means.length).set(learnt.means);
    new Float32Array(memory.buffer, precisions, learnt.precisions.length).set(learnt.precisions);
    const [red, green, blue] = CHANNELS.map((channel) => this.#gainOf(planes, learnt.means, channel)) as [
      number,
      number,
      number,
    ];
    const { darkest, brightest, distance } = SHADOW;
    memory.exports.compare(
      planes,
      means,
      precisions,
      this.#pixels,
      red,
      green,
      blue,
      NEW_DISTANCE,
      darkest,
      brightest,
      distance,
      SATURATED,
      isNew,
    );
  }

  /** Removes specks and holes in the coarse picture. */
  #clean(layout: Layout) {
    const { memory } = this.#kernels;
    const { width, height, data } = this.#region;
    const { coarse, soft, between, weights } = layout;
    this.#shrink(layout, layout.isNew);
    new Uint16Array(memory.buffer, weights, CLEANING_WEIGHTS.length).set(CLEANING_WEIGHTS);
    memory.exports.filter(coarse, width, height, weights, CLEANING_WEIGHTS.length, between, soft);
    const shares = memory.bytesAt(soft, data.length);
    for (let at = 0; at < data.length; at += 1) data[at] = shares[at]! > CLEAN.share ? 1 : 0;
    this.#cleaner.closeGaps(data, CLEAN.close);
    this.#cleaner.removeSmall(data, 1, CLEAN.islandMin);
    this.#cleaner.removeSmall(data, 0, CLEAN.holeMin);
    for (let at = 0; at < data.length; at += 1) data[at] = data[at]! * 255;
  }

  /** The cleaned region at the size of the frame, with two pixels of softness: a coarse pixel is four wide, and the middle half of the ramp is used. */
  #writeAlpha(shift: readonly [number, number] | null) {
    const { memory } = this.#kernels;
    const { address, end } = this.#kernels.loadResized(this.#region, this.#size.width, this.#size.height);
    memory.exports.steepen(address, this.#pixels);
    const [moved] = memory.layOut(end, this.#pixels);
    if (shift) this.#move(address, shift, moved);
    this.#alpha.data.set(memory.bytesAt(shift ? moved : address, this.#pixels));
  }
}

/**
 * Background removal for a camera that stands still: a Gaussian per pixel and channel, learnt from 30 frames (Wren et al., «Pfinder», 1997), that
 * follows changes of exposure and small movements of the camera, and takes a shadow for background. What is left is new: hands and tools.
 */
import { closeGaps, removeSmallRegions } from './components';
import { createImage, type GrayImage, resize, sampleInside } from './image';
import type { Size } from './homography';
import type { Kernels } from './kernels';

/** How many frames the background is learnt from. */
export const LEARNING_FRAMES = 30;

export interface Foreground {
  /** 0: background, 255: foreground, soft at the edge; of the size of the frame. */
  readonly alpha: GrayImage;
  /** Pixels by which the camera has moved since the learning. */
  readonly shift: readonly [x: number, y: number];
}

/** The size of a frame relative to the coarse picture in which regions are cleaned and the shift is found. */
const COARSE = 4;
/** Pixels of the coarse picture: beyond it the camera has been moved, and the background must be learnt anew. */
const SHIFT_MAX = 4;
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

/** One plane per colour, of a frame in RGBA. */
function planesOf({ width, height }: Size, rgba: Uint8Array | Uint8ClampedArray): readonly GrayImage[] {
  return CHANNELS.map((channel) => {
    const plane = createImage(width, height);
    for (let at = 0; at < plane.data.length; at += 1) plane.data[at] = rgba[4 * at + channel]!;
    return plane;
  });
}

/** Means of squares of `COARSE` pixels. */
function coarse({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }): GrayImage {
  const small = createImage(Math.floor(width / COARSE), Math.floor(height / COARSE));
  for (let y = 0, to = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1, to += 1) {
      let sum = 0;
      for (let row = 0; row < COARSE; row += 1)
        for (let column = 0; column < COARSE; column += 1)
          sum += data[(y * COARSE + row) * width + x * COARSE + column]!;
      small.data[to] = sum / COARSE ** 2;
    }
  return small;
}

/** The mean truncated difference of two pictures, the second moved: what is new counts little. */
function differenceAt(one: GrayImage, other: GrayImage, dx: number, dy: number): number {
  let sum = 0;
  let count = 0;
  for (let y = SHIFT_MAX; y < one.height - SHIFT_MAX; y += 1)
    for (let x = SHIFT_MAX; x < one.width - SHIFT_MAX; x += 1) {
      const difference = Math.abs(one.data[y * one.width + x]! - other.data[(y + dy) * one.width + x + dx]!);
      sum += Math.min(DIFFERENCE_MAX, difference);
      count += 1;
    }
  return sum / Math.max(1, count);
}

/** A picture as bright as another: otherwise a change of exposure would hide the shift. */
function equalized(image: GrayImage, other: GrayImage): GrayImage {
  const gain = median(Array.from(image.data, (value, at) => other.data[at]! / Math.max(1, value)));
  return createImage(
    image.width,
    image.height,
    image.data.map((value) => Math.min(255, value * gain)),
  );
}

/** Within half a step, from the values before, at and after the least. */
const vertexOf = (before: number, least: number, after: number): number => {
  const curvature = before - 2 * least + after;
  return curvature > 1e-9 ? Math.min(0.5, Math.max(-0.5, (0.5 * (before - after)) / curvature)) : 0;
};

/** By how many coarse pixels the second picture is moved. Null: by more than can be followed. */
function findShift(one: GrayImage, other: GrayImage): readonly [number, number] | null {
  const side = 2 * SHIFT_MAX + 1;
  const map = Array.from({ length: side * side }, (_, at) =>
    differenceAt(one, other, (at % side) - SHIFT_MAX, Math.floor(at / side) - SHIFT_MAX),
  );
  const least = map.indexOf(Math.min(...map));
  const [column, row] = [least % side, Math.floor(least / side)];
  if (column === 0 || row === 0 || column === side - 1 || row === side - 1) return null;
  return [
    column - SHIFT_MAX + vertexOf(map[least - 1]!, map[least]!, map[least + 1]!),
    row - SHIFT_MAX + vertexOf(map[least - side]!, map[least]!, map[least + side]!),
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 1;
}

interface Channel {
  /** Of the learnt frames. */
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

/** What is known once the learning is over. */
interface Learnt {
  readonly means: readonly GrayImage[];
  /** The squared tolerance of each pixel and channel: noise, and what an edge may move. */
  readonly tolerances: readonly Float32Array[];
  readonly coarse: GrayImage;
}

export class BackgroundModel {
  readonly #kernels: Kernels;
  readonly #size: Size;
  readonly #channels: readonly Channel[];
  #frames = 0;
  #learnt: Learnt | null = null;

  /** @param size of the frames: multiples of four */
  constructor(kernels: Kernels, size: Size) {
    this.#kernels = kernels;
    this.#size = size;
    const pixels = size.width * size.height;
    this.#channels = CHANNELS.map(() => ({ mean: new Float32Array(pixels), variance: new Float32Array(pixels) }));
  }

  /** 0 to 1. */
  get progress(): number {
    return this.#frames / LEARNING_FRAMES;
  }

  /** Learns from a frame in RGBA, by Welford's algorithm. Later ones than the thirtieth are ignored. */
  learn(rgba: Uint8Array | Uint8ClampedArray) {
    if (this.#learnt) return;
    this.#frames += 1;
    for (const [channel, { mean, variance }] of this.#channels.entries())
      for (let at = 0; at < mean.length; at += 1) {
        const difference = rgba[4 * at + channel]! - mean[at]!;
        mean[at]! += difference / this.#frames;
        variance[at]! += (difference * (rgba[4 * at + channel]! - mean[at]!) - variance[at]!) / this.#frames;
      }
    if (this.#frames === LEARNING_FRAMES) this.#learnt = this.#finish();
  }

  /** What a frame has in front of the background. Null: it is not learnt yet, or the camera has been moved too far. */
  extract(rgba: Uint8Array | Uint8ClampedArray): Foreground | null {
    if (!this.#learnt) return null;
    const planes = planesOf(this.#size, rgba).map((plane) => this.#kernels.blur(plane, SMOOTHING));
    const found = findShift(this.#learnt.coarse, equalized(coarse(planes[1]!), this.#learnt.coarse));
    if (!found) return null;
    const shift = [found[0] * COARSE, found[1] * COARSE] as const;
    const isMoved = Math.hypot(...shift) > SHIFT_MIN;
    const means = isMoved ? this.#learnt.means.map((mean) => moved(mean, shift)) : this.#learnt.means;
    const isNew = compare(planes, means, this.#learnt.tolerances);
    return { alpha: this.#clean(isNew), shift };
  }

  #finish(): Learnt {
    const { width, height } = this.#size;
    const means = this.#channels.map(({ mean }) => createImage(width, height, Uint8Array.from(mean, Math.round)));
    const gradients = gradientsOf(means[1]!);
    const tolerances = this.#channels.map(({ variance }) => {
      const noise = this.#kernels.blur(
        createImage(
          width,
          height,
          Uint8Array.from(variance, (one) => Math.min(255, one)),
        ),
        2,
      );
      return Float32Array.from(noise.data, (one, at) => 0.36 * Math.max(4, one) + 4 + 0.81 * gradients[at]!);
    });
    return { means: means.map((mean) => this.#kernels.blur(mean, SMOOTHING)), tolerances, coarse: coarse(means[1]!) };
  }

  /** Removes specks and holes in the coarse picture, and gives the edge two pixels of softness. */
  #clean(isNew: GrayImage): GrayImage {
    const small = coarse(isNew);
    const soft = this.#kernels.blur(small, CLEAN.blur);
    const { width, height } = soft;
    const region = closeGaps(
      { width, height, data: Uint8Array.from(soft.data, (one) => (one > CLEAN.share ? 1 : 0)) },
      CLEAN.close,
    );
    removeSmallRegions({ width, data: region }, 1, CLEAN.islandMin);
    removeSmallRegions({ width, data: region }, 0, CLEAN.holeMin);
    const full = resize(
      createImage(
        width,
        height,
        region.map((one) => one * 255),
      ),
      this.#size.width,
      this.#size.height,
    );
    // A coarse pixel is four wide: the middle half of the ramp is the matte.
    return createImage(
      full.width,
      full.height,
      full.data.map((one) => Math.min(255, Math.max(0, 2 * one - 128))),
    );
  }
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

/** A picture as a camera sees it that has moved. */
function moved(image: GrayImage, [dx, dy]: readonly [number, number]): GrayImage {
  const { width, height } = image;
  const to = createImage(width, height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) to.data[at] = sampleInside(image, x - dx, y - dy) + 0.5;
  return to;
}

/** How much brighter each channel of the frame is: the median over a grid, of which the new is a small part. */
function gainsOf(planes: readonly GrayImage[], means: readonly GrayImage[]): readonly number[] {
  return planes.map((plane, channel) => {
    const ratios: number[] = [];
    for (let y = GAIN_GRID / 2; y < plane.height; y += GAIN_GRID)
      for (let x = GAIN_GRID / 2; x < plane.width; x += GAIN_GRID) {
        const at = y * plane.width + x;
        const [value, mean] = [plane.data[at]!, means[channel]!.data[at]!];
        if (mean > GAIN_LEVEL_MIN && value < SATURATED && mean < SATURATED) ratios.push(value / mean);
      }
    return median(ratios);
  });
}

/** 255 where a pixel is new: neither the background, brighter or darker as a whole, nor its shadow. */
function compare(
  planes: readonly GrayImage[],
  means: readonly GrayImage[],
  tolerances: readonly Float32Array[],
): GrayImage {
  const { width, height } = planes[0]!;
  const gains = gainsOf(planes, means);
  const isNew = createImage(width, height);
  for (let at = 0; at < isNew.data.length; at += 1) {
    let [distance, product, square] = [0, 0, 0];
    for (const channel of CHANNELS) {
      const [value, expected] = [planes[channel]!.data[at]!, means[channel]!.data[at]! * gains[channel]!];
      if (value >= SATURATED && expected >= SATURATED) continue;
      distance += (value - expected) ** 2 / tolerances[channel]![at]!;
      product += value * expected;
      square += expected * expected;
    }
    if (distance <= NEW_DISTANCE) continue;
    const factor = product / Math.max(1, square);
    const isDarker = factor > SHADOW.darkest && factor < SHADOW.brightest;
    let chroma = 0;
    if (isDarker)
      for (const channel of CHANNELS)
        chroma +=
          (planes[channel]!.data[at]! - factor * means[channel]!.data[at]! * gains[channel]!) ** 2 /
          tolerances[channel]![at]!;
    if (!isDarker || chroma >= SHADOW.distance) isNew.data[at] = 255;
  }
  return isNew;
}

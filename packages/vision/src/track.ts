/** Tracking: follows a target from frame to frame, assuming constant velocity. */
import { align, type Alignment, TRACK } from './align';
import type { Detection } from './detect';
import {
  apply,
  cornersOf,
  determinantOf,
  type Homography,
  invert,
  jacobianAt,
  multiply,
  normalized,
  shifted,
} from './homography';
import { type GrayImage, sampleInside } from './image';
import type { Kernels } from './kernels';
import type { Target } from './target';

const INLIERS_MIN = 15;
const INLIERS_SHARE_MIN = 0.4;
const CORRELATION_MIN = 0.68;

const isFollowed = (alignment: Alignment | null): alignment is Alignment =>
  alignment !== null &&
  (alignment.inliers >= INLIERS_MIN || alignment.inliers > INLIERS_SHARE_MIN * alignment.tried) &&
  alignment.correlation > CORRELATION_MIN;

/** The level of the frame on which the whole target is slid, its reach in pixels of the level, and how many samples are compared. */
const SLIDE = { level: 3, radius: 10, samples: 900, least: 60, overlap: 0.5 } as const;

interface Samples {
  readonly x: number[];
  readonly y: number[];
  readonly value: number[];
}

/** Samples of the target as a level of the frame should show it. */
function sampleTarget(target: Target, level: GrayImage, scale: number, pose: Homography): Samples {
  const back = invert(pose);
  const seen = cornersOf(target).map(
    ([x, y]) => apply(pose, x, y).map((value) => (value + 0.5) / scale - 0.5) as [number, number],
  );
  const span = (values: readonly number[], size: number) =>
    [Math.max(0, Math.ceil(Math.min(...values))), Math.min(size - 1, Math.floor(Math.max(...values)))] as const;
  const [left, right] = span(
    seen.map(([x]) => x),
    level.width,
  );
  const [top, bottom] = span(
    seen.map(([, y]) => y),
    level.height,
  );
  const step = Math.max(1, Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / SLIDE.samples)));
  const samples: Samples = { x: [], y: [], value: [] };
  for (let y = top; y <= bottom; y += step)
    for (let x = left; x <= right; x += step) {
      const [targetX, targetY] = apply(back, (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5);
      if (!(targetX >= 0 && targetY >= 0 && targetX <= target.width - 1 && targetY <= target.height - 1)) continue;
      const stretch = scale / Math.sqrt(Math.max(1e-9, Math.abs(determinantOf(jacobianAt(pose, targetX, targetY)))));
      const mip = Math.min(target.mips.length - 1, Math.max(0, Math.round(Math.log2(stretch))));
      samples.x.push(x);
      samples.y.push(y);
      samples.value.push(
        sampleInside(target.mips[mip]!, (targetX + 0.5) / 2 ** mip - 0.5, (targetY + 0.5) / 2 ** mip - 0.5),
      );
    }
  return samples;
}

/** The correlation of the samples with the level, moved by (dx, dy); −1 if too few are within it. */
function correlationAt({ x, y, value }: Samples, level: GrayImage, dx: number, dy: number): number {
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < value.length; at += 1) {
    const [column, row] = [x[at]! + dx, y[at]! + dy];
    if (column < 0 || row < 0 || column >= level.width || row >= level.height) continue;
    const [own, theirs] = [value[at]!, level.data[row * level.width + column]!];
    count += 1;
    a += own;
    b += theirs;
    aa += own * own;
    bb += theirs * theirs;
    ab += own * theirs;
  }
  if (count < value.length * SLIDE.overlap) return -1;
  return (ab - (a * b) / count) / Math.sqrt(Math.max(1e-6, (aa - (a * a) / count) * (bb - (b * b) / count)));
}

/** Slides the whole target over a coarse level, ± 80 pixels of the frame: the rescue after a jump. */
function slide(
  target: Target,
  frame: readonly GrayImage[],
  pose: Homography,
): { pose: Homography; correlation: number } | null {
  const at = Math.min(SLIDE.level, frame.length - 1);
  const level = frame[at]!;
  const samples = sampleTarget(target, level, 2 ** at, pose);
  if (samples.value.length < SLIDE.least) return null;
  let best = { x: 0, y: 0, correlation: -2 };
  for (let y = -SLIDE.radius; y <= SLIDE.radius; y += 1)
    for (let x = -SLIDE.radius; x <= SLIDE.radius; x += 1) {
      const correlation = correlationAt(samples, level, x, y);
      if (correlation > best.correlation) best = { x, y, correlation };
    }
  return { pose: shifted(pose, best.x * 2 ** at, best.y * 2 ** at), correlation: best.correlation };
}

/** Follows one target. Made from a detection; `next` returns null when the target is lost. */
export class Tracker {
  readonly #kernels: Kernels;
  readonly #target: Target;
  #pose: Homography;
  #before: Homography | null = null;
  #softness: number;

  constructor(kernels: Kernels, target: Target, { pose, softness }: Pick<Detection, 'pose' | 'softness'>) {
    this.#kernels = kernels;
    this.#target = target;
    this.#pose = pose;
    this.#softness = softness;
  }

  /** @param frame the pyramid of the next frame */
  next(frame: readonly GrayImage[]): Alignment | null {
    const predicted = this.#predict();
    const alignment = this.#alignAt(frame, predicted, this.#softness) ?? this.#rescue(frame, predicted);
    if (!alignment) return null;
    this.#before = this.#pose;
    this.#pose = alignment.pose;
    return alignment;
  }

  /** The last motion again. */
  #predict(): Homography {
    if (!this.#before) return this.#pose;
    return normalized(multiply(multiply(this.#pose, invert(this.#before)), this.#pose));
  }

  #alignAt(frame: readonly GrayImage[], pose: Homography, softness: number): Alignment | null {
    const alignment = align(this.#kernels, this.#target, frame, { pose, passes: TRACK, softness });
    return isFollowed(alignment) ? alignment : null;
  }

  /** Looks farther, around the predicted and the last pose, and then with the other softness: the motion blur may have changed. */
  #rescue(frame: readonly GrayImage[], predicted: Homography): Alignment | null {
    const slid = [predicted, this.#pose].flatMap((pose) => slide(this.#target, frame, pose) ?? []);
    const start = slid.toSorted((one, other) => other.correlation - one.correlation)[0]?.pose ?? predicted;
    const alignment = this.#alignAt(frame, start, this.#softness);
    if (alignment) return alignment;
    const other = this.#softness > 0 ? this.#softness - 1 : 1;
    const softer = this.#alignAt(frame, start, other);
    if (softer) this.#softness = other;
    return softer;
  }
}

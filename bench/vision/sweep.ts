/** The sweep: single frames of a target along one difficulty at a time, beside a reference. */
import {
  cornerError,
  detect,
  type GrayImage,
  type Homography,
  type Kernels,
  multiply,
  prepareFrame,
  type Size,
  trainTarget,
} from '@earth/vision';
import { createRandom } from '@earth/vision/random';
import { nominalScene, poseOf, renderFrame, type Scene } from '@earth/vision/simulate';
import type { Figure } from '../figures';

/** Pixels of the frame: a content that is off by more does not look attached. */
const ERROR_MAX = 5;
/** Per cell, over all pictures in turn. */
const TRIALS = 50;
/** Another one than the tests and the rating have, and than the frames on which the thresholds of `detect` were chosen (from 88,000 on). */
const SEED = 120_000;

interface Cell {
  readonly name: string;
  readonly change: Partial<Scene>;
  /** Percent of the frames. */
  readonly least: number;
}

const along = (name: string, levels: readonly (readonly [change: Partial<Scene>, least: number])[]): readonly Cell[] =>
  levels.map(([change, least]) => ({ name: `${name} ${Object.values(change).join(' ')}`, change, least }));

export const CELLS: readonly Cell[] = [
  { name: 'in front', change: {}, least: 100 },
  ...along('tilt', [
    [{ tilt: 55 }, 100],
    [{ tilt: 65 }, 100],
    [{ tilt: 70 }, 95],
    [{ tilt: 75 }, 90],
    [{ tilt: 78 }, 60],
  ]),
  ...along('distance', [
    [{ distance: 4 }, 100],
    [{ distance: 5 }, 100],
    [{ distance: 6 }, 100],
    [{ distance: 8 }, 80],
  ]),
  ...along('blur', [
    [{ blur: 3 }, 100],
    [{ blur: 4 }, 100],
    [{ blur: 5 }, 90],
  ]),
  ...along('noise', [[{ noise: 30 }, 100]]),
  ...along('contrast', [[{ gain: 0.25 }, 100]]),
  ...along('occlusion', [
    [{ occlusion: 0.4 }, 100],
    [{ occlusion: 0.6 }, 80],
    [{ occlusion: 0.7 }, 40],
  ]),
];

export interface Trial {
  readonly frame: GrayImage;
  /** From pixels of the picture to the frame. */
  readonly truth: Homography;
}

/** The frames of a cell: the same for all detectors. */
export function trialOf(picture: GrayImage, { change }: Cell, seed: number): Trial {
  const random = createRandom(SEED + seed);
  const scene = nominalScene(random, change);
  return { frame: renderFrame(picture, [scene], random), truth: poseOf(picture, scene) };
}

/** What became of the trials of a cell. */
export interface Outcome {
  readonly cell: Cell;
  /** Of the frames in which the target was found; in pixels. */
  readonly errors: readonly number[];
  readonly trials: number;
}

const isRight = (error: number): boolean => error < ERROR_MAX;
const shareOf = (count: number, all: number) => (100 * count) / all;

/** How far a pose of the canonical picture is from the truth, which counts in pixels of the picture. */
export function errorOf(pose: Homography, truth: Homography, canonical: Size, picture: Size): number {
  const scale = canonical.width / picture.width;
  // Coordinates name pixel centres.
  const shift = (scale - 1) / 2;
  return cornerError(multiply(pose, Float64Array.of(scale, 0, shift, 0, scale, shift, 0, 0, 1)), truth, picture);
}

/** @param trials per cell, over all pictures in turn */
function sweep(kernels: Kernels, pictures: readonly GrayImage[], trials: number): readonly Outcome[] {
  const targets = pictures.map((picture) => trainTarget(kernels, picture));
  return CELLS.map((cell) => {
    const errors = Array.from({ length: trials }, (_, seed) => {
      const at = seed % pictures.length;
      const [picture, target] = [pictures[at], targets[at]];
      if (!picture || !target) throw new Error('There is no picture');
      const { frame, truth } = trialOf(picture, cell, seed);
      const found = detect(kernels, target, prepareFrame(kernels, frame));
      return found ? [errorOf(found.pose, truth, target, picture)] : [];
    });
    return { cell, errors: errors.flat(), trials };
  });
}

/** Percent of the frames in which the target was found at the right place, and of those in which it was found elsewhere. */
export function figuresOf(outcomes: readonly Outcome[], who: string): readonly Figure[] {
  return outcomes.flatMap(({ cell: { name, least }, errors, trials }): readonly Figure[] => {
    const right = errors.filter(isRight);
    const figures: Figure[] = [
      {
        what: `${name}: found, ${who}`,
        values: [shareOf(right.length, trials)],
        unit: '%',
        ...(who === 'product' && { least }),
      },
      {
        what: `${name}: found at a wrong place, ${who}`,
        values: [shareOf(errors.length - right.length, trials)],
        unit: '%',
      },
    ];
    return right.length === 0
      ? figures
      : [...figures, { what: `${name}: error of the corners, ${who}`, values: right, unit: 'px' }];
  });
}

export const measureSweep = (kernels: Kernels, pictures: readonly GrayImage[]): readonly Figure[] =>
  figuresOf(sweep(kernels, pictures, TRIALS), 'product');

/**
 * Trackability: how well the shipped detector finds a picture. It is measured in a trial, because no property of a picture predicts it: the picture
 * is rendered under seeded poses, and what the detector finds is counted. The reasons tell an author what to change.
 */
import { detect, type Frame, prepareFrame } from './detect';
import { cornerError } from './homography';
import type { GrayImage } from './image';
import type { Kernels } from './kernels';
import { createRandom } from './random';
import { groundOf, nominalScene, poseOf, renderFrame, type Scene } from './simulate';
import { type ViewFeatures, ViewIndex } from './shortlist';
import { canonicalOf, type Target } from './target';

/**
 * Why a picture is hard to find: another one is taken for it, or it has too few points, all in one part, alike, or without structure that
 * is left at a distance.
 */
export type TrackabilityReason = 'alike' | 'tooFew' | 'uneven' | 'repeats' | 'smooth';

export interface Trackability {
  /** 0 to 5: fifths of the poses in which the target was found, and no rival in its place. */
  readonly rating: number;
  /** Share of these poses, 0 to 1. */
  readonly found: number;
  /** Empty if it was found in all but a few. */
  readonly reasons: readonly TrackabilityReason[];
}

const POSES = 24;
const SEED = 20_251_127;
/** Pixels of the frame: a content that is off by more does not look attached. */
const ERROR_MAX = 5;
const GOOD_SHARE = 0.9;
const DESCRIPTORS_MIN = 500;
const CELLS = 4;
const COVERED_MIN = 10;
/** Bits in which descriptors of two places of a picture differ at least, if they can be told apart. */
const ALIKE_DISTANCE = 40;
const ALIKE_SHARE = 0.35;
const FAR = 3;
/** A rival with this share of the target's inliers may be followed in its place. */
const RIVAL_INLIERS_SHARE = 0.8;
/** Frames in which rivals are looked for. */
const RIVAL_FRAMES = 6;
const RIVALS_MAX = 3;
/** Of the target's score in the shortlist; views of other pictures have a tenth. */
const RIVAL_SCORE_SHARE = 0.5;

/** Poses from easy to hard: a third each in front, far away, and at a slant, with noise and a little blur. */
function scenesOf(random: () => number): readonly Scene[] {
  return Array.from({ length: POSES }, (_, at) => {
    const change = [
      { tilt: 30 * random(), distance: 1 + random() },
      { tilt: 40 * random(), distance: FAR + random() },
      { tilt: 40 + 25 * random(), distance: 1 + random() },
    ][at % 3];
    return nominalScene(random, { ...change, roll: 360 * random(), noise: 6, blur: 1.5 * random() });
  });
}

/** Over how many of 4 × 4 cells the descriptors are spread. */
function coveredCells({ count, x, y, width, height }: Target): number {
  const cells = new Set<number>();
  for (let at = 0; at < count; at += 1)
    cells.add(Math.floor((x[at]! / width) * CELLS) + CELLS * Math.floor((y[at]! / height) * CELLS));
  return cells.size;
}

/** The share of descriptors that look like one elsewhere on the target. */
function alikeShare(kernels: Kernels, target: Target): number {
  const nearest = kernels.findNearest(target, target, 0.1 * Math.max(target.width, target.height));
  let alike = 0;
  for (let at = 0; at < target.count; at += 1) if (nearest[3 * at + 2]! < ALIKE_DISTANCE) alike += 1;
  return alike / Math.max(1, target.count);
}

interface Trial {
  readonly scene: Scene;
  readonly frame: Frame;
}

function* trialsOf(kernels: Kernels, canonical: GrayImage, most = POSES): Generator<Trial> {
  const random = createRandom(SEED);
  const ground = groundOf(random);
  for (const scene of scenesOf(random).slice(0, most))
    yield { scene, frame: prepareFrame(kernels, renderFrame(canonical, [scene], random, ground)) };
}

/**
 * Other views that may be taken for this one, at most three: those that a shortlist ranks near it in frames of its picture.
 * @returns their places among `others`
 */
export function findRivals(
  kernels: Kernels,
  picture: GrayImage,
  own: ViewFeatures,
  others: readonly ViewFeatures[],
): readonly number[] {
  if (others.length === 0) return [];
  const index = new ViewIndex([own, ...others]);
  const times = new Map<number, number>();
  for (const { frame } of trialsOf(kernels, canonicalOf(picture), RIVAL_FRAMES)) {
    const candidates = index.find(frame.features, RIVALS_MAX + 1);
    const least = RIVAL_SCORE_SHARE * (candidates.find(({ view }) => view === 0)?.score ?? 0);
    for (const { view, score } of candidates)
      if (view > 0 && score > least) times.set(view - 1, (times.get(view - 1) ?? 0) + 1);
  }
  const found = [...times]
    .filter(([, count]) => count >= RIVAL_FRAMES / 2)
    .toSorted(([, one], [, other]) => other - one);
  return found.slice(0, RIVALS_MAX).map(([view]) => view);
}

/**
 * @param picture of which the target was learnt
 * @param rivals other views beside it that may be taken for it
 */
export function rateTarget(
  kernels: Kernels,
  target: Target,
  picture: GrayImage,
  rivals: readonly Target[] = [],
): Trackability {
  const canonical = canonicalOf(picture);
  const trials = Array.from(trialsOf(kernels, canonical), ({ scene, frame }) => {
    const detection = detect(kernels, target, frame);
    const isFound = detection !== null && cornerError(detection.pose, poseOf(canonical, scene), target) < ERROR_MAX;
    const least = RIVAL_INLIERS_SHARE * (detection?.inliers ?? 0);
    const isConfused = isFound && rivals.some((rival) => (detect(kernels, rival, frame)?.inliers ?? -1) >= least);
    return { isFound: isFound && !isConfused, isConfused, isFar: scene.distance >= FAR };
  });
  const shareOf = (some: readonly { isFound: boolean }[]) => some.filter(({ isFound }) => isFound).length / some.length;
  const found = shareOf(trials);
  const far = shareOf(trials.filter(({ isFar }) => isFar));
  const checks: Readonly<Record<TrackabilityReason, boolean>> = {
    alike: trials.some(({ isConfused }) => isConfused),
    tooFew: target.count < DESCRIPTORS_MIN,
    uneven: coveredCells(target) < COVERED_MIN,
    repeats: alikeShare(kernels, target) > ALIKE_SHARE,
    smooth: far < found,
  };
  const reasons = (Object.keys(checks) as TrackabilityReason[]).filter(
    (reason) => found < GOOD_SHARE && checks[reason],
  );
  return { rating: Math.round(5 * found), found, reasons };
}

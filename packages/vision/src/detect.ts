/** Detection: finds a target in a single frame, without knowledge of earlier ones. */
import { align, type Alignment, REFINE, REFINE_BLURRED, seenCells } from './align';
import { extractFeatures, type FeatureOptions, type Features } from './features';
import { buildPyramid, type GrayImage } from './image';
import type { Kernels } from './kernels';
import { locate, type Located, matchFeatures } from './locate';
import { guessCamera } from './pose';
import type { Target } from './target';

/** A frame's features: the first level, at 1.5 times the size, finds far targets, the ninth blurred ones. */
const FRAME_FEATURES: FeatureOptions = { max: 900, levels: 9, step: 1.26, first: 1.5, threshold: 8, cell: 16 };

export interface Frame {
  readonly pyramid: readonly GrayImage[];
  readonly features: Features;
}

/** Levels of a frame, for detection and tracking. */
const LEVELS = 4;
const LEVEL_SIDE_MIN = 48;

export const framePyramid = (kernels: Kernels, image: GrayImage): readonly GrayImage[] =>
  buildPyramid(image, LEVEL_SIDE_MIN, LEVELS, (whole) => kernels.halve(whole));

export const prepareFrame = (kernels: Kernels, image: GrayImage, pyramid = framePyramid(kernels, image)): Frame => ({
  pyramid,
  features: extractFeatures(kernels, pyramid, FRAME_FEATURES),
});

export interface Detection extends Alignment {
  /** By how many mips the target was softened to look like the frame. */
  readonly softness: number;
}

/** Of 365 right poses of a sweep one had fewer, of 35 wrong ones 22. */
const INLIERS_MIN = 18;
const INLIERS_SHARE_MIN = 0.25;
/** So many places are looked at. */
const TRIED = 6;
/** A better alignment than this needs no softer one. */
const SHARP_CORRELATION = 0.93;
/** With less of the target in sight, or less alike, a pose is more often wrong than right. */
const COVERAGE_MIN = 4;
const CORRELATION_MIN = 0.75;

const qualityOf = ({ correlation, inliers }: Alignment) => correlation * Math.sqrt(inliers);

/** The softness whose alignment agrees best with the frame. */
function refine(kernels: Kernels, target: Target, frame: Frame, { pose, places }: Located) {
  let best: { alignment: Alignment; softness: number } | null = null;
  const seen = seenCells(target, places);
  for (const softness of [0, 1, 2]) {
    const passes = softness === 2 ? REFINE_BLURRED : REFINE;
    const alignment = align(kernels, target, frame.pyramid, { pose, passes, softness, seen });
    if (alignment && (!best || qualityOf(alignment) > 1.02 * qualityOf(best.alignment))) best = { alignment, softness };
    if (softness === 0 && best && best.alignment.correlation > SHARP_CORRELATION) break;
  }
  return best;
}

/** Whether an alignment can be shown: enough patches agree, over enough of the target, and look alike. */
const isTrusted = ({ inliers, tried, coverage, correlation }: Alignment): boolean =>
  inliers >= INLIERS_MIN &&
  inliers >= INLIERS_SHARE_MIN * tried &&
  coverage >= COVERAGE_MIN &&
  correlation >= CORRELATION_MIN;

/** Finds the target in a frame. Null if it is not there, or not seen well enough. */
export function detect(kernels: Kernels, target: Target, frame: Frame): Detection | null {
  const located = locate(
    frame.features,
    { target, camera: guessCamera(frame.pyramid[0]!) },
    matchFeatures(kernels, frame.features, target),
  );
  for (const one of located.slice(0, TRIED)) {
    const refined = refine(kernels, target, frame, one);
    if (refined && isTrusted(refined.alignment)) return { ...refined.alignment, softness: refined.softness };
  }
  return null;
}

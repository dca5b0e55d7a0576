/**
 * When a product of a catalogue may be called «this product». From descriptions of photographs of its products (simulated ones, if there are no others),
 * each searched with its product in the catalogue and with its product left out, a logistic regression learns the probability that the nearest product is
 * the right one: from its distance, the part of the texture in it, and its relations to the distances of the sixth nearest product, which tells strangers,
 * and of the second, which tells variants.
 */
import { solve } from '../fit';
import { choosePictures } from './choose-pictures';
import { decodeDescription, type Description } from './description';
import { type Near, PictureIndex } from './picture-index';
import { rank, type Ranked, rankByTexture, type RecognitionMode } from './ranking';

type Features = readonly [constant: number, distance: number, sixth: number, texture: number, second: number];

interface ModeCalibration {
  /** Of the logarithm of the odds: a constant, and the weights of the logarithms of the distance, of its ratio to the sixth, of the texture's part, and of its ratio to the second. */
  readonly weights: Features;
  /** The least similarity of a match. */
  readonly threshold: number;
  /** A nearest product that is farther has nothing to do with the photograph. */
  readonly farthest: number;
  /** Shares of the photographs that were called a match, with the product in the catalogue and without it. */
  readonly found: number;
  readonly strangersAccepted: number;
}

/** Plain data: it can be stored as JSON. */
export interface Calibration {
  /** How many photographs it was learnt from; 0: the defaults. */
  readonly trials: number;
  /** By mode. */
  readonly modes: readonly [ModeCalibration, ModeCalibration, ModeCalibration];
}

export interface CalibrationProduct {
  /** Id of the content. */
  readonly id: number;
  readonly pictures: readonly {
    readonly id: string;
    /** As `encodeDescription` gives it. */
    readonly description: Uint8Array;
    /** Descriptions of photographs of what the picture shows: see `simulatePhotograph`. */
    readonly trials?: readonly Uint8Array[];
  }[];
}

/** Photographs that a calibration is learnt from, at least and at most. */
const TRIALS_MIN = 12;
const TRIALS_MAX = 300;
/** Place of the sixth nearest: as many variants of a product as come before it may be in the catalogue. */
const RATIO_RANK = 5;
/** Products nearer to each other than this share of the photographs to their own product are twins. */
const TWINS_SHARE = 0.75;
/** Share of strangers that may be called a match. */
const STRANGERS_MAX = 0.04;
/** A match is more likely right than wrong. */
const THRESHOLD_MIN = 0.5;
/** How much farther than strangers something is that has nothing to do with the catalogue. */
const FARTHEST_FACTOR = 1.15;

const DEFAULT_MODE: ModeCalibration = {
  weights: [-4, -4, -8, -1, 0],
  threshold: 0.6,
  farthest: 1.2,
  found: 0,
  strangersAccepted: 0,
};
export const DEFAULT_CALIBRATION: Calibration = { trials: 0, modes: [DEFAULT_MODE, DEFAULT_MODE, DEFAULT_MODE] };

function featuresOf(ranked: readonly Ranked[], at: number): Features {
  const { distance, texture } = ranked[at]!;
  const logarithm = (value: number) => Math.log(value + 0.01);
  const ratioTo = (rank: number) =>
    ranked.length > 1 ? logarithm(distance) - logarithm(ranked[Math.min(rank, ranked.length - 1)]!.distance) : 0;
  // Of the others, the nearest one is nearer than they are.
  return [1, logarithm(distance), ratioTo(RATIO_RANK), logarithm(texture), ratioTo(at === 0 ? 1 : 0)];
}

const probabilityOf = (weights: Features, features: Features) =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, at) => sum + weight * features[at]!, 0)));

/** The probability that a product of the ranking is the one of the photograph: for each, and never more than for one that is nearer. */
export function similaritiesOf({ weights }: ModeCalibration, ranked: readonly Ranked[]): number[] {
  let last = 1;
  return ranked.map((_, at) => {
    last = Math.min(last, probabilityOf(weights, featuresOf(ranked, at)));
    return last;
  });
}

const PARTS = [0, 1, 2, 3, 4] as const;

const ROUNDS = 30;
/** Keeps the weights finite when the two kinds can be told apart without a mistake. */
const RIDGE = 0.2;

/** Logistic regression by Newton's method. */
function regress(samples: readonly { readonly features: Features; readonly isRight: boolean }[]): Features {
  let weights: Features = [0, 0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const curvature = Float64Array.from({ length: PARTS.length ** 2 }, (_, at) =>
      at % (PARTS.length + 1) === 0 ? RIDGE : 0,
    );
    const step = Float64Array.from(weights, (weight) => -RIDGE * weight);
    for (const { features, isRight } of samples) {
      const probability = probabilityOf(weights, features);
      for (const row of PARTS) {
        step[row]! += features[row] * ((isRight ? 1 : 0) - probability);
        for (const column of PARTS)
          curvature[PARTS.length * row + column]! += probability * (1 - probability) * features[row] * features[column];
      }
    }
    if (!solve(curvature, step)) break;
    // A long step would overshoot where all probabilities are near 0 or 1.
    const share = Math.min(1, 4 / Math.max(1e-9, Math.hypot(...step)));
    const moved = (part: (typeof PARTS)[number]) => weights[part] + share * step[part]!;
    weights = [moved(0), moved(1), moved(2), moved(3), moved(4)];
  }
  return weights;
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
};

/** A ranking by texture, and what was searched. */
interface Searched {
  readonly description: Description;
  readonly near: readonly Near[];
}

interface Trial extends Searched {
  readonly productId: number;
  /** The product's own pictures, searched: they find its twins. */
  readonly own: readonly Searched[];
}

/** At most `TRIALS_MAX`, spread evenly over the products. */
function searchTrials(products: readonly CalibrationProduct[]): Trial[] {
  const index = new PictureIndex(products);
  const search = (bytes: Uint8Array): Searched => {
    const description = decodeDescription(bytes);
    return { description, near: rankByTexture(index, description) };
  };
  const all = products.flatMap((product) =>
    product.pictures.flatMap(({ trials = [] }) => trials.map((bytes) => ({ product, bytes }))),
  );
  const step = Math.max(1, all.length / TRIALS_MAX);
  const chosen = Array.from({ length: Math.min(all.length, TRIALS_MAX) }, (_, at) => all[Math.floor(at * step)]!);
  return chosen.map(({ product, bytes }) => ({
    ...search(bytes),
    productId: product.id,
    own: product.pictures.map(({ description }) => search(description)),
  }));
}

/** A product, and those that a photograph cannot tell from it: they are no strangers to each other. */
function twinsOf({ productId, own }: Trial, mode: RecognitionMode, closer: number): ReadonlySet<number> {
  const twins = new Set([productId]);
  for (const { near, description } of own)
    for (const other of rank(near, description, mode)) if (other.distance < closer) twins.add(other.productId);
  return twins;
}

function calibrateMode(trials: readonly Trial[], mode: RecognitionMode): ModeCalibration {
  const known = trials.map(({ productId, near, description }) => {
    const ranked = rank(near, description, mode);
    return {
      features: featuresOf(ranked, 0),
      distance: ranked[0]!.distance,
      isRight: ranked[0]!.productId === productId,
    };
  });
  const right = known.filter(({ isRight }) => isRight);
  const closer = quantile(
    right.map(({ distance }) => distance),
    TWINS_SHARE,
  );
  const strangers = trials
    .map((trial) => rank(trial.near, trial.description, mode, twinsOf(trial, mode, closer)))
    .filter((ranked) => ranked.length > 0)
    .map((ranked) => ({ features: featuresOf(ranked, 0), distance: ranked[0]!.distance, isRight: false }));
  const weights = regress([...known, ...strangers]);
  const accepted = strangers.map(({ features }) => probabilityOf(weights, features));
  const threshold = Math.min(0.99, Math.max(THRESHOLD_MIN, quantile(accepted, 1 - STRANGERS_MAX) + 1e-6));
  const isMatch = ({ features }: { features: Features }) => probabilityOf(weights, features) >= threshold;
  return {
    weights,
    threshold,
    farthest: FARTHEST_FACTOR * Math.max(closer, ...strangers.map(({ distance }) => distance)),
    found: right.filter(isMatch).length / trials.length,
    strangersAccepted: strangers.filter(isMatch).length / Math.max(1, strangers.length),
  };
}

/**
 * @param products all of the catalogue; those without pictures are left out, and so are pictures that the index does not have
 * @returns the defaults if there are too few photographs to learn from
 * @throws UnknownFormatError @throws DamagedViewError
 */
export function calibrate(products: readonly CalibrationProduct[]): Calibration {
  const described = products
    .filter(({ pictures }) => pictures.length > 0)
    .map(({ id, pictures }) => ({ id, pictures: choosePictures(pictures) }));
  const trials = searchTrials(described);
  if (trials.length < TRIALS_MIN) return DEFAULT_CALIBRATION;
  return {
    trials: trials.length,
    modes: [calibrateMode(trials, 0), calibrateMode(trials, 1), calibrateMode(trials, 2)],
  };
}

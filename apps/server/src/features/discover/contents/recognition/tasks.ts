/** What the worker threads of recognition are asked, and what they answer. Messages are copied, so everything in them is plain data. */
import type { ErrorName, RecognitionMode, RecognitionRegion } from '@earth/contracts';
import type { Calibration, CalibrationProduct } from '@earth/vision/recognition';

/** What is wrong with a picture. */
export type PictureProblem = Extract<ErrorName, 'fileCutOff' | 'notAnImage' | 'tooManyPixels' | 'tooSmallToSee'>;

/** A product in the order of similarity. */
export interface Hit {
  readonly productId: number;
  readonly pictureId: string;
  readonly distance: number;
  /** 0 to 1. */
  readonly similarity: number;
  readonly isMatch: boolean;
}

/** `region` null: all of the photograph. */
export interface FoundRegion {
  readonly region: RecognitionRegion | null;
  readonly hits: readonly Hit[];
}

/** An index to keep in memory. `index` null: the thread has it already. */
export interface LoadedCatalogue {
  readonly id: number;
  readonly index: Uint8Array | null;
}

export interface SearchTask {
  readonly kind: 'search';
  readonly catalogue: LoadedCatalogue;
  /** Catalogues that leave the memory. */
  readonly dropped: readonly number[];
  /** Null: the catalogue is loaded for later. */
  readonly photograph: {
    readonly bytes: Uint8Array;
    readonly mode: RecognitionMode;
    readonly max: number;
    /** Products among which is searched. Null: all. */
    readonly productIds: readonly number[] | null;
    readonly hasRegions: boolean;
    /** Whether it is to be kept: the answer has it as a small JPEG. */
    readonly isKept: boolean;
  } | null;
}

export type Task =
  | SearchTask
  | { readonly kind: 'describe'; readonly picture: Uint8Array }
  | { readonly kind: 'photograph'; readonly picture: Uint8Array }
  /** Simulates photographs of a picture, and describes them. */
  | { readonly kind: 'trials'; readonly picture: Uint8Array; readonly count: number }
  /** `calibration` null: it is made from the trials of the products. */
  | {
      readonly kind: 'build';
      readonly products: readonly CalibrationProduct[];
      readonly calibration: Calibration | null;
    };

export type Answer =
  | { readonly kind: 'found'; readonly regions: readonly FoundRegion[]; readonly jpeg: Uint8Array | null }
  | { readonly kind: 'described'; readonly description: Uint8Array }
  | { readonly kind: 'photograph'; readonly jpeg: Uint8Array }
  | { readonly kind: 'trials'; readonly descriptions: readonly Uint8Array[] }
  | { readonly kind: 'built'; readonly index: Uint8Array; readonly calibration: Calibration }
  | { readonly kind: 'refused'; readonly problem: PictureProblem };
export type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { readonly kind: Kind }>;

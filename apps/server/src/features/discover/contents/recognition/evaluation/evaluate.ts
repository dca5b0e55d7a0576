/** Evaluation of recognition: searches photographs whose product is known, as they are and disturbed, in each mode. */
import { readFile } from 'node:fs/promises';
import type { RecognitionMatch, RecognitionMode } from '@earth/vision/recognition';
import { disturb, type Disturbance } from './disturb';
import type { NamedPictures } from './picture-folders';

export const modes: readonly RecognitionMode[] = [0, 1, 2];

/** What photographs are compared with. */
export interface ReferenceCatalogue {
  readonly productsCount: number;
  /** The id of the product that a folder is named by. Undefined: what is photographed in it is a stranger. */
  readonly productOf: (folder: string) => number | undefined;
  readonly titleOf: (productId: number) => string;
  /** A picture of a product, for a person to compare. */
  readonly pictureOf: (productId: number) => Promise<Uint8Array | null>;
  /** The products nearest to a photograph, the nearest first, as visitors get them. Rejects if it cannot be decoded. */
  readonly find: (photograph: Uint8Array, mode: RecognitionMode) => Promise<readonly RecognitionMatch[]>;
}

export interface Outcome {
  /** Name of its folder, and its path. */
  readonly folder: string;
  readonly path: string;
  /** The product in it. Null: a stranger. */
  readonly right: number | null;
  readonly disturbance: Disturbance;
  /** Of the disturbance. */
  readonly seed: number;
  readonly mode: RecognitionMode;
  readonly hits: readonly RecognitionMatch[];
}

export interface Evaluation {
  readonly outcomes: readonly Outcome[];
  /** Paths of photographs that could not be decoded. */
  readonly unreadable: readonly string[];
}

interface Evaluated {
  readonly catalogue: ReferenceCatalogue;
  readonly folders: readonly NamedPictures[];
  readonly disturbances: readonly Disturbance[];
  readonly seed: number;
  readonly onProgress?: (done: number, all: number) => void;
}

export async function evaluate(given: Evaluated): Promise<Evaluation> {
  const { catalogue, folders, onProgress } = given;
  const photographs = folders.flatMap(({ name, paths }) => paths.map((path) => ({ folder: name, path })));
  const outcomes: Outcome[] = [];
  const unreadable: string[] = [];
  for (const [at, { folder, path }] of photographs.entries()) {
    const right = catalogue.productOf(folder) ?? null;
    const found = await outcomesOf(given, await readFile(path), given.seed + at).catch(() => null);
    if (found) outcomes.push(...found.map((one) => ({ folder, path, right, ...one })));
    else unreadable.push(path);
    onProgress?.(at + 1, photographs.length);
  }
  return { outcomes, unreadable };
}

async function outcomesOf({ catalogue, disturbances }: Evaluated, photograph: Uint8Array, seed: number) {
  const outcomes: Pick<Outcome, 'disturbance' | 'hits' | 'mode' | 'seed'>[] = [];
  for (const disturbance of disturbances) {
    const disturbed = await disturb(photograph, disturbance, seed);
    for (const mode of modes) outcomes.push({ disturbance, seed, mode, hits: await catalogue.find(disturbed, mode) });
  }
  return outcomes;
}

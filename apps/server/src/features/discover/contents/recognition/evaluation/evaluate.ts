/** Evaluation of recognition: searches photographs whose product is known, as they are and disturbed, in each mode. */
import { readFile } from 'node:fs/promises';
import type { RecognitionMatch, RecognitionMode } from '@earth/vision/recognition';
import { disturb, type Disturbance, RefusedError } from './disturb';
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
  /** The products nearest to a photograph, the nearest first, as visitors get them. @throws RefusedError */
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
  /** Paths of photographs that are refused as they are, and disturbed in every way. */
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
    const found = await outcomesOf(given, await readFile(path), given.seed + at);
    outcomes.push(...found.map((one) => ({ folder, path, right, ...one })));
    if (found.length === 0) unreadable.push(path);
    onProgress?.(at + 1, photographs.length);
  }
  return { outcomes, unreadable };
}

type DisturbedOutcome = Pick<Outcome, 'disturbance' | 'hits' | 'mode' | 'seed'>;

/** Without the disturbances that make the photograph one that is refused: part of a small one is too small. */
async function outcomesOf({ catalogue, disturbances }: Evaluated, photograph: Uint8Array, seed: number) {
  async function outcomesWith(disturbance: Disturbance): Promise<DisturbedOutcome[]> {
    const disturbed = await disturb(photograph, disturbance, seed);
    const outcomes: DisturbedOutcome[] = [];
    for (const mode of modes) outcomes.push({ disturbance, seed, mode, hits: await catalogue.find(disturbed, mode) });
    return outcomes;
  }
  const all: DisturbedOutcome[] = [];
  for (const disturbance of disturbances) all.push(...(await outcomesWith(disturbance).catch(noneIfRefused)));
  return all;
}

function noneIfRefused(error: unknown): [] {
  if (error instanceof RefusedError) return [];
  throw error;
}

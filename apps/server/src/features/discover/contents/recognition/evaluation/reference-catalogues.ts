/** Catalogues to evaluate: pictures in folders, or a catalogue of the server. Photographs are searched as the server does for visitors. */
import { readFile } from 'node:fs/promises';
import { RECOGNITION_FORMAT, type RecognitionMatch } from '@earth/vision/recognition';
import { StartError } from '../../../../../config/start-error';
import type { Context } from '../../../../../context';
import { triedIn } from '../index-rows';
import { type NamedCatalogue, requireOneCatalogue } from '../one-catalogue';
import { findIndex, findProductCards } from '../store';
import type { Answer, AnswerOf, Task } from '../tasks';
import { readProductPicture } from '../work';
import { RefusedError } from './disturb';
import type { ReferenceCatalogue } from './evaluate';
import { readPictureFolders } from './picture-folders';

export type RunTask = (task: Task) => Promise<Answer>;

/** @throws RefusedError if the picture cannot be decoded */
async function answerOf<Kind extends Answer['kind']>(run: RunTask, task: Task, kind: Kind): Promise<AnswerOf<Kind>> {
  const answer = await run(task);
  if (answer.kind === 'refused') throw new RefusedError(`The picture is refused: ${answer.problem}`);
  if (answer.kind !== kind) throw new Error('The task has another answer');
  return answer as AnswerOf<Kind>;
}

/** The right product is looked for among so many. */
const HITS_MAX = 50;
const ID = 1;

async function findIn(run: RunTask, index: Uint8Array): Promise<ReferenceCatalogue['find']> {
  await run({ kind: 'search', catalogue: { id: ID, index }, dropped: [], photograph: null });
  return async (bytes, mode): Promise<readonly RecognitionMatch[]> => {
    const photograph = { bytes, mode, max: HITS_MAX, productIds: null, hasRegions: false, isKept: false };
    const task = { kind: 'search', catalogue: { id: ID, index: null }, dropped: [], photograph } as const;
    const { regions } = await answerOf(run, task, 'found');
    return regions.flatMap(({ hits }) => hits);
  };
}

/** Names of folders and titles are compared without regard to case and outer spaces. */
const keyOf = (name: string) => name.normalize('NFC').trim().toLowerCase();

async function describeAll(run: RunTask, paths: readonly string[]) {
  const described = new Map<string, Uint8Array>();
  for (const path of paths) {
    const { description } = await answerOf(run, { kind: 'describe', picture: await readFile(path) }, 'described').catch(
      (error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
        throw new StartError(`The picture ${path} of the catalogue cannot be decoded.`);
      },
    );
    described.set(path, description);
  }
  return described;
}

/** A catalogue of pictures in a folder, calibrated as the server does. @throws StartError about the folder */
export async function catalogueOfFolder(run: RunTask, folder: string): Promise<ReferenceCatalogue> {
  const products = await readPictureFolders(folder);
  const described = await describeAll(
    run,
    products.flatMap(({ paths }) => paths),
  );
  const descriptionOf = (path: string) => described.get(path) ?? new Uint8Array();
  const rows = products.flatMap(({ paths }, contentId) =>
    paths.map((fileId) => ({ contentId, fileId, description: descriptionOf(fileId) })),
  );
  const { tried, count } = triedIn(rows);
  const trials = new Map<string, readonly Uint8Array[]>();
  for (const { fileId } of tried) {
    const task = { kind: 'trials', picture: await readFile(fileId), count } as const;
    trials.set(fileId, (await answerOf(run, task, 'trials')).descriptions);
  }
  const withTrials = products.map(({ paths }, id) => ({
    id,
    pictures: paths.map((path, at) => ({
      id: String(at),
      description: descriptionOf(path),
      trials: trials.get(path) ?? [],
    })),
  }));
  const { index } = await answerOf(run, { kind: 'build', products: withTrials, calibration: null }, 'built');
  const ids = new Map(products.map(({ name }, id) => [keyOf(name), id]));
  return {
    productsCount: products.length,
    productOf: (name) => ids.get(keyOf(name)),
    titleOf: (id) => products[id]?.name ?? '',
    pictureOf: async (id) => {
      const [path] = products[id]?.paths ?? [];
      return path === undefined ? null : await readFile(path);
    },
    find: await findIn(run, index),
  };
}

/**
 * A catalogue of the server. A folder names a product by its number, its title in one of the languages, or both as `npm run photographs` does.
 * @throws StartError if there is no such catalogue, or several, or none that is ready
 */
export async function catalogueOfServer(
  run: RunTask,
  context: Context,
  wanted: NamedCatalogue,
): Promise<ReferenceCatalogue> {
  const { db, pool } = context;
  const catalogue = await requireOneCatalogue(db, wanted);
  const stored = await findIndex(db, catalogue.id, RECOGNITION_FORMAT);
  if (!stored)
    throw new StartError(`The catalogue ${wanted.modelCode} has no index yet: start the server until it is built.`);
  const viewer = { companyId: catalogue.ownerId, access: 3 } as const;
  const cards = await Promise.all((['en', 'it'] as const).map((l) => findProductCards(pool, viewer, catalogue, l)));
  const products = new Map(cards.flat().map((card) => [card.contentId, card]));
  const titled = (name: string) =>
    new Set(cards.flat().flatMap(({ contentId, title }) => (keyOf(title) === keyOf(name) ? [contentId] : [])));
  return {
    productsCount: products.size,
    productOf(name) {
      const [only, another] = titled(name);
      if (only !== undefined && another === undefined) return only;
      const id = Number(/^\d+(?=$|\s)/.exec(name)?.[0]);
      return products.has(id) ? id : undefined;
    },
    titleOf: (id) => products.get(id)?.title ?? String(id),
    pictureOf: async (id) => {
      const [file] = products.get(id)?.files ?? [];
      return file ? await readProductPicture(context, file.id, file.width) : null;
    },
    find: await findIn(run, stored.index),
  };
}

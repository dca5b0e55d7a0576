/** `npm run evaluate`: how well photographs of known products are recognized. */
import { writeFile } from 'node:fs/promises';
import type { Context } from '../../../../../context';
import { createTaskRunner } from '../run-task';
import { loadRecognizer } from '../load-recognizer';
import { UNSORTED } from '../write-photographs';
import { disturbances } from './disturb';
import { evaluate } from './evaluate';
import { figureLines, figuresOf } from './figures';
import { pageOf } from './page';
import { readPictureFolders } from './picture-folders';
import { catalogueOfFolder, catalogueOfServer } from './reference-catalogues';
import type { NamedCatalogue } from '../one-catalogue';

interface EvaluationOptions {
  /** Of the photographs. */
  readonly folder: string;
  readonly catalogue: { readonly folder: string } | (NamedCatalogue & { readonly context: Context });
  /** Where the page is written. */
  readonly page: string;
  readonly seed: number;
  readonly print: (line: string) => void;
}

/** Lines between two reports of progress, in photographs. */
const REPORT_EVERY = 20;

/** @throws StartError about the folders and the catalogue */
export async function evaluateRecognition({ folder, catalogue: wanted, page, seed, print }: EvaluationOptions) {
  const all = await readPictureFolders(folder);
  const folders = all.filter(({ name }) => name !== UNSORTED);
  const recognizer = await loadRecognizer();
  const run = createTaskRunner(recognizer);
  const catalogue = await ('context' in wanted
    ? catalogueOfServer(run, wanted.context, wanted)
    : catalogueOfFolder(run, wanted.folder));
  const strangers = folders.filter(({ name }) => catalogue.productOf(name) === undefined);
  const photographs = folders.reduce((sum, { paths }) => sum + paths.length, 0);
  print(`Catalogue: ${catalogue.productsCount} products. Photographs: ${photographs} in ${folders.length} folders.`);
  if (strangers.length > 0)
    print(`Folders that name no product, so strangers: ${strangers.map(({ name }) => name).join(', ')}.`);
  if (folders.length < all.length) print(`«${UNSORTED}» is left out: move its photographs into folders of products.`);
  const onProgress = (done: number, count: number) => {
    if (done % REPORT_EVERY === 0) print(`${done} of ${count}`);
  };
  const evaluation = await evaluate({ catalogue, folders, disturbances, seed, onProgress });
  recognizer.dispose();
  const figures = figuresOf(evaluation.outcomes);
  for (const line of figureLines(figures)) print(line);
  for (const path of evaluation.unreadable) print(`Not a picture that can be read: ${path}`);
  await writeFile(page, await pageOf({ ...evaluation, catalogue, figures, folder }));
  print(`Every miss: ${page}`);
}

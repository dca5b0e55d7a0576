/** `npm run photographs`: writes the photographs that a catalogue has kept into folders, as `npm run evaluate` reads them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../../context';
import { type NamedCatalogue, requireOneCatalogue } from './one-catalogue';
import * as store from './photographs-store';

/** Photographs whose answer was refused, or that had none: a person sorts them. */
export const UNSORTED = 'unsorted';
const NAME_MAX = 80;

interface Options extends NamedCatalogue {
  readonly folder: string;
  /** Deletes from the database what has been written. */
  readonly isMoved: boolean;
}

/** A folder's name: the number of the content keeps apart those with the same title. */
function folderOf({
  contentId,
  title,
  isMatch,
  isRefused,
}: Awaited<ReturnType<typeof store.findPhotographs>>[number]): string {
  if (contentId === null || isRefused || !isMatch) return UNSORTED;
  const plain = (title ?? '').replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ').trim();
  return `${contentId} ${plain}`.slice(0, NAME_MAX).trim();
}

/**
 * The folder of a photograph is the product that was the answer to it: look through them before they are used.
 * @throws StartError if there is no such catalogue, or several
 */
export async function writePhotographs(
  { db }: Context,
  options: Options,
): Promise<{ written: number; unsorted: number }> {
  const { folder, isMoved } = options;
  const catalogue = await requireOneCatalogue(db, options);
  const photographs = await store.findPhotographs(db, catalogue.id);
  let unsorted = 0;
  for (const photograph of photographs) {
    const jpeg = await store.findJpeg(db, photograph.id);
    if (!jpeg) continue;
    const name = folderOf(photograph);
    if (name === UNSORTED) unsorted += 1;
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, `${photograph.id}.jpg`), jpeg);
    if (isMoved) await store.deletePhotograph(db, photograph.id);
  }
  return { written: photographs.length, unsorted };
}

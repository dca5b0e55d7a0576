/** Small pictures of large ones, made beside the page's own thread, where the browser draws there. */
import { isPicture, LARGE_PICTURE } from '@earth/calls';
import { PREVIEW_BYTES_MAX } from '@earth/contracts';
import { besideOrHere, runBeside } from './file-thread';
import { serialize } from '../serialize';
import { shrink } from './shrink';

/** @param height of the small one, in pixels. Rejects as `shrink` does. */
export const shrinkBeside = (picture: Blob, height: number): Promise<Blob> =>
  besideOrHere(runBeside({ is: 'shrink', picture, height }), () => shrink(picture, height));

/** Twice what a conversation gives a picture, less what nobody sees. */
const PREVIEW_HEIGHT = 360;

/** An opened photograph of 12 megapixels takes 48 MB: of twenty that are chosen at once one is open. */
const shrinkNext = serialize((picture: Blob) => shrinkBeside(picture, PREVIEW_HEIGHT));

/** What is shown of a picture before it is fetched. Null: it is no picture, it is small itself, or the browser cannot read it. */
export async function makePreview(file: File): Promise<Blob | null> {
  if (!isPicture(file.name) || file.size <= LARGE_PICTURE) return null;
  const small = await shrinkNext(file).catch(() => null);
  return small && small.size <= PREVIEW_BYTES_MAX ? small : null;
}

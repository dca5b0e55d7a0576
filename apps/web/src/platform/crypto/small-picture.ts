/** Previews of large pictures, made in the worker if the browser can draw there. */
import { isPicture, LARGE_PICTURE } from '@earth/messaging';
import { PREVIEW_BYTES_MAX } from '@earth/contracts';
import { workerOrPage, runInWorker } from './file-thread';
import { serialize } from '../serialize';
import { shrink } from './shrink';

/** @param height of the preview in pixels. Rejects like `shrink`. */
export const shrinkInWorker = (picture: Blob, height: number): Promise<Blob> =>
  workerOrPage(runInWorker({ type: 'shrink', picture, height }), () => shrink(picture, height));

/** Twice the height of a picture in a conversation, for dense screens. */
const PREVIEW_HEIGHT = 360;

/** Serialized: a decoded photograph of 12 megapixels takes 48 MB, so only one of twenty chosen files is decoded at a time. */
const shrinkNext = serialize((picture: Blob) => shrinkInWorker(picture, PREVIEW_HEIGHT));

/**
 * The preview shown before the picture is downloaded. Null: it is no picture, it is small itself, or the browser cannot decode it.
 */
export async function makePreview(file: Blob, name: string): Promise<Blob | null> {
  if (!isPicture(name) || file.size <= LARGE_PICTURE) return null;
  const small = await shrinkNext(file).catch(() => null);
  return small && small.size <= PREVIEW_BYTES_MAX ? small : null;
}

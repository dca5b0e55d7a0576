/** Previews of large pictures, made in the worker if the browser can draw there. */
import { createMutex } from '@earth/async';
import { isPicture, LARGE_PICTURE } from '@earth/messaging';
import { PREVIEW_BYTES_MAX } from '@earth/contracts';
import { workerOrPage, runInWorker } from './file-thread';
import { shrink } from './shrink';

/** @param height of the preview in pixels. Rejects like `shrink`. */
export const shrinkInWorker = (picture: Blob, height: number): Promise<Blob> =>
  workerOrPage(runInWorker({ type: 'shrink', picture, height }), () => shrink(picture, height));

/** Twice the height of a picture in a conversation, for dense screens. */
const PREVIEW_HEIGHT = 360;

/** A decoded photograph of 12 megapixels takes 48 MB, so only one of twenty chosen files is decoded at a time. */
const shrinkAlone = createMutex();

/**
 * The preview shown before the picture is downloaded. Null: it is no picture, it is small itself, or the browser cannot decode it.
 */
export async function makePreview(file: Blob, name: string): Promise<Blob | null> {
  if (!isPicture(name) || file.size <= LARGE_PICTURE) return null;
  const small = await shrinkAlone(() => shrinkInWorker(file, PREVIEW_HEIGHT)).catch(() => null);
  return small && small.size <= PREVIEW_BYTES_MAX ? small : null;
}

/** Bytes of a picture above which it is made smaller for paper, and the height in pixels: about 200 dots per inch over an A4 page. */
const PAPER_BYTES = 512 * 1024;
const PAPER_HEIGHT = 1200;

/** The picture for a printed page; as it is, if it is small or the browser cannot decode it. */
export const shrinkForPaper = (picture: Blob): Promise<Blob> =>
  picture.size <= PAPER_BYTES
    ? Promise.resolve(picture)
    : shrinkAlone(() => shrinkInWorker(picture, PAPER_HEIGHT)).catch(() => picture);

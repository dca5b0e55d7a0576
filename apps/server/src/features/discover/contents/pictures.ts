/** Pictures are stored as WebP in the widths in which they are shown, and once in a format that every client reads. */
import type { Sharp } from 'sharp';
import { ApiError } from '../../../http/api-error';
import { pictureEnding } from '../../../http/file-kinds';
import { createSemaphore } from '@earth/async';
import { LARGEST, widthsOf } from './media';

/** Four times a phone camera's resolution; a file of a few bytes can declare a thousand times as much. */
const PIXELS_MAX = 50_000_000;
/** The limit of WebP: 14 bits per side. */
const SIDE_MAX = 16_383;
const PLACEHOLDER_PIXELS = 16;

/** Decoder warnings are accepted, as in every browser: phones write scan headers and colour profiles that are slightly wrong. */
const FAIL_ON = 'error';

/** Semaphore: decoding a picture takes up to 200 MB and a core, so only two are decoded at a time. */
export const withSlot = createSemaphore(2);

export interface Picture {
  readonly ending: 'jpg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly parts: readonly { readonly part: string; readonly bytes: Buffer }[];
}

/**
 * Creates the variants of a picture: rotated upright, and without the camera's metadata (EXIF: place, device).
 * @throws ApiError `notAnImage`, `tooManyPixels`, `fileCutOff`
 */
export async function makePicture(field: string, bytes: Buffer): Promise<Picture> {
  // Checked first, by the magic number, so that the decoder never gets a drawing with scripts or a document.
  if (pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  return await withSlot(() => makeParts(field, bytes));
}

/** The largest variant of a picture, for a menu or a marker. @throws ApiError as `makePicture` does */
export async function largestOf(field: string, bytes: Buffer): Promise<Buffer> {
  const { parts } = await makePicture(field, bytes);
  return parts.findLast(({ part }) => part.endsWith('.webp'))?.bytes ?? bytes;
}

/**
 * Decodes a picture once: upright, at most `widthMax` pixels wide. `width` and `height` are those of the whole picture; `read` gives the
 * decoded one.
 * @throws ApiError `notAnImage`, `tooManyPixels`, `fileCutOff`
 */
async function decode(field: string, bytes: Buffer, widthMax: number, pixelsMax = PIXELS_MAX) {
  const { default: sharp } = await import('sharp');
  const { autoOrient, hasAlpha } = await sharp(bytes, { limitInputPixels: false, failOn: FAIL_ON })
    .metadata()
    .catch(() => {
      throw new ApiError('notAnImage', field);
    });
  if (autoOrient.width * autoOrient.height > pixelsMax) throw new ApiError('tooManyPixels', field);
  const { width, height } = fitting(autoOrient);

  const largest = {
    width: Math.min(width, widthMax),
    height: SIDE_MAX,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelsMax, sequentialRead: true, failOn: FAIL_ON })
    .autoOrient()
    .resize(largest)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new ApiError('fileCutOff', field);
    });
  const { channels } = info;
  const read = (): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels } });
  return { read, hasAlpha, width, height, info };
}

/** A picture in one size; `whole`: the size in which it came. @throws as `makePicture` does */
export async function decodePicture(field: string, bytes: Buffer, widthMax: number, pixelsMax?: number) {
  const { read, info, ...whole } = await withSlot(() => decode(field, bytes, widthMax, pixelsMax));
  return { read, width: info.width, height: info.height, whole: { width: whole.width, height: whole.height } };
}

async function makeParts(field: string, bytes: Buffer): Promise<Picture> {
  // Decoded once, at the size of the largest variant; the others are scaled down from that.
  const { read, hasAlpha, width, height } = await decode(field, bytes, LARGEST);
  const parts: { part: string; bytes: Buffer }[] = [];
  for (const one of widthsOf(width)) {
    const size = { width: one, height: Math.max(1, Math.round((height * one) / width)) };
    const webp = read()
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 78 });
    parts.push({ part: `${one}.webp`, bytes: await webp.toBuffer() });
  }
  const ending = hasAlpha ? 'png' : 'jpg';
  const full = hasAlpha ? read().png() : read().jpeg({ quality: 82 });
  parts.push({ part: `full.${ending}`, bytes: await full.toBuffer() });
  const tiny = await read()
    .resize({ width: PLACEHOLDER_PIXELS, height: PLACEHOLDER_PIXELS, fit: 'inside' })
    .blur(0.8)
    .webp({ quality: 40 })
    .toBuffer();
  return { ending, width, height, placeholder: `data:image/webp;base64,${tiny.toString('base64')}`, parts };
}

/** The original size, or less if it is too tall for a WebP. */
function fitting({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, SIDE_MAX / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.round(height * scale) };
}

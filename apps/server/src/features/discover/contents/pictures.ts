/** Pictures are kept in the widths in which they are shown, as WebP, and once as what every client knows. */
import type { Sharp } from 'sharp';
import { ApiError } from '../../../http/api-error';
import { pictureEnding } from '../../../http/file-kinds';
import { createSemaphore } from '../../../async/semaphore';
import { LARGEST, widthsOf } from './media';

/** Four times what a phone's camera gives; a file of a few bytes can claim a thousand times that. */
const PIXELS_MAX = 50_000_000;
/** What a WebP can be: 14 bits for each side. */
const SIDE_MAX = 16_383;
const PLACEHOLDER_PIXELS = 16;

/** What a decoder only warns of every browser shows: phones write scan headers and colour profiles that are not quite right. */
const FAIL_ON = 'error';

/** A picture that is being read takes up to 200 MB, and a core: however many come at once, this many are read. */
const withSlot = createSemaphore(2);

export interface Picture {
  readonly ending: 'jpg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly parts: readonly { readonly part: string; readonly bytes: Buffer }[];
}

/**
 * Upright, and without what the camera wrote into it (EXIF: where it was taken, by what).
 * @throws ApiError `notAnImage`, `tooManyPixels`, `fileCutOff`
 */
export async function makePicture(field: string, bytes: Buffer): Promise<Picture> {
  // Before anything reads it: what is told from its bytes is not taken for a drawing with scripts or a document.
  if (pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  return await withSlot(() => makeParts(field, bytes));
}

async function makeParts(field: string, bytes: Buffer): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const { autoOrient, hasAlpha } = await sharp(bytes, { limitInputPixels: false, failOn: FAIL_ON })
    .metadata()
    .catch(() => {
      throw new ApiError('notAnImage', field);
    });
  if (autoOrient.width * autoOrient.height > PIXELS_MAX) throw new ApiError('tooManyPixels', field);
  const { width, height } = fitting(autoOrient);

  // Read once, as large as the largest part; the others are made from that.
  const largest = {
    width: Math.min(width, LARGEST),
    height: SIDE_MAX,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: FAIL_ON })
    .autoOrient()
    .resize(largest)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new ApiError('fileCutOff', field);
    });
  const { channels } = info;
  const read = (): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels } });

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

/** As large as it is, or less where it is too tall for a WebP. */
function fitting({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, SIDE_MAX / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.round(height * scale) };
}

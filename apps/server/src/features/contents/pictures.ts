/** Pictures are kept in the widths in which they are shown, as WebP, and once as what every client knows. */
import { ApiError } from '../../http/api-error';
import { pictureEnding } from '../calls';
import { LARGEST, widthsOf } from './media';

/** Four times what a phone's camera gives; a file of a few bytes can claim a thousand times that. */
const PIXELS_MAX = 50_000_000;
const PLACEHOLDER_PIXELS = 16;

export interface Picture {
  readonly ending: 'jpg' | 'png';
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
  const { default: sharp } = await import('sharp');
  const read = () => sharp(bytes, { limitInputPixels: PIXELS_MAX, sequentialRead: true });
  const { autoOrient, hasAlpha } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new ApiError('notAnImage', field);
    });
  const { width, height } = autoOrient;
  if (width * height > PIXELS_MAX) throw new ApiError('tooManyPixels', field);
  const sized = (one: number) => read().autoOrient().resize({ width: one, withoutEnlargement: true });
  try {
    const parts: { part: string; bytes: Buffer }[] = [];
    for (const one of widthsOf(width))
      parts.push({ part: `${one}.webp`, bytes: await sized(one).webp({ quality: 78 }).toBuffer() });
    const ending = hasAlpha ? 'png' : 'jpg';
    const full = hasAlpha ? sized(LARGEST).png() : sized(LARGEST).jpeg({ quality: 82 });
    parts.push({ part: `full.${ending}`, bytes: await full.toBuffer() });
    const tiny = await sized(PLACEHOLDER_PIXELS).blur(0.8).webp({ quality: 40 }).toBuffer();
    return { ending, width, height, placeholder: `data:image/webp;base64,${tiny.toString('base64')}`, parts };
  } catch {
    throw new ApiError('fileCutOff', field);
  }
}

/** Pictures of views and their masks, as they are stored. */
import { ApiError } from '../../../../http/api-error';
import { pictureEnding } from '../../../../http/file-kinds';
import { digestOf } from '../file-changes';
import { decodePicture, withSlot } from '../pictures';
import { LARGEST } from '../media';

/** A shorter side gives too few points at any distance. */
const SIDE_MIN = 100;

/** A picture in one size. */
export interface PlainPicture {
  readonly ending: 'jpg' | 'png' | 'webp';
  readonly digest: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/**
 * The picture of a view: upright, without metadata, at most 1,600 pixels wide. Key points are in its pixels.
 * @throws ApiError `notAnImage`, `tooManyPixels`, `fileCutOff`, `tooSmallToSee`
 */
export async function makeViewPicture(field: string, bytes: Buffer): Promise<PlainPicture> {
  if (pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  const { read, width, height } = await decodePicture(field, bytes, LARGEST);
  if (Math.min(width, height) < SIDE_MIN) throw new ApiError('tooSmallToSee', field);
  const jpeg = await read().flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer();
  return { ending: 'jpg', digest: digestOf(bytes), width, height, bytes: jpeg };
}

/**
 * A mask, in the size of its view if that is given: what is not transparent is painted out. A mask without transparency paints out what is dark.
 * @throws ApiError `notAnImage`, `tooManyPixels`, `fileCutOff`
 */
export async function makeMask(
  field: string,
  bytes: Buffer,
  size?: Pick<PlainPicture, 'width' | 'height'>,
): Promise<PlainPicture> {
  if (pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  const { read, ...own } = await decodePicture(field, bytes, LARGEST);
  const { width, height } = size ?? own;
  const png = await read().resize({ width, height, fit: 'fill' }).png().toBuffer();
  return { ending: 'png', digest: digestOf(bytes), width, height, bytes: png };
}

export async function toPng(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await withSlot(() => sharp(bytes).png().toBuffer());
}

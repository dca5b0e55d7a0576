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
 * A mask: what is not transparent is painted out. A mask without transparency paints out what is dark.
 * @param size of its view, which it must have; absent: a file of an import is stretched over its view
 * @throws ApiError `notAnImage`, `tooManyPixels`, `fileCutOff`, `otherSize`
 */
export async function makeMask(
  field: string,
  bytes: Buffer,
  size?: Pick<PlainPicture, 'width' | 'height'>,
): Promise<PlainPicture> {
  if (pictureEnding(bytes) === null) throw new ApiError('notAnImage', field);
  const { read, width, height, whole } = await decodePicture(field, bytes, LARGEST);
  if (size && (whole.width !== size.width || whole.height !== size.height)) throw new ApiError('otherSize', field);
  const png = await read().png().toBuffer();
  return { ending: 'png', digest: digestOf(bytes), width, height, bytes: png };
}

export async function toPng(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await withSlot(() => sharp(bytes).png().toBuffer());
}

/** Photographs as they are recognized: of the camera, or picked from the device. */
import { hasFrame } from '../../../shared/camera/has-frame';
import type { Square } from './crop';

/** A photograph fits into this, and keeps its shape (D5.10). The build may set another size. */
export interface Bounds {
  readonly width: number;
  readonly height: number;
}

export interface Photograph {
  /** JPEG. */
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
}

/** The file types that can be picked (D5.20). */
export const PICKED_TYPES = 'image/jpeg,image/png';
const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>) =>
  type === '' ? /\.(?:jpe?g|png)$/i.test(name) : /^image\/(?:jpe?g|png)$/.test(type);

/** What is wrong with a picked file: each is a text. */
export type PhotographProblem = 'notAnImage' | 'failedToLoad' | 'errorOpening';

export class PhotographError extends Error {
  override readonly name = 'PhotographError';
  constructor(readonly problem: PhotographProblem) {
    super(problem);
  }
}

/** The largest size of this shape within the bounds. A picture is never made larger. */
export function fitInto(width: number, height: number, bounds: Bounds): Bounds {
  const scale = Math.min(1, bounds.width / width, bounds.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const toJpeg = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    // The least compression.
    canvas.toBlob((file) => (file ? resolve(file) : reject(new PhotographError('errorOpening'))), 'image/jpeg', 1);
  });

async function draw(picture: CanvasImageSource, from: Square | Bounds, bounds: Bounds): Promise<Photograph> {
  const [x, y, width, height] =
    'side' in from ? [from.x, from.y, from.side, from.side] : [0, 0, from.width, from.height];
  const size = fitInto(width, height, bounds);
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new PhotographError('errorOpening');
  context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
  return { file: await toJpeg(canvas), ...size };
}

/** The camera is open before its first picture is there, ms. */
const FIRST_FRAME_MS = 5_000;

async function awaitFirstFrame(video: HTMLVideoElement): Promise<void> {
  if (hasFrame(video)) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new PhotographError('errorOpening')), FIRST_FRAME_MS);
    const onFrame = () => {
      clearTimeout(timer);
      resolve();
    };
    video.addEventListener('loadeddata', onFrame, { once: true });
  });
}

/**
 * A part of the present picture of the camera, or of its first one, which stays shown: the video is paused.
 * @param squareOf the part, once the picture has a size
 * @throws PhotographError if the camera gives no picture
 */
export async function takePhotograph(
  video: HTMLVideoElement,
  squareOf: () => Square,
  bounds: Bounds,
): Promise<Photograph> {
  await awaitFirstFrame(video);
  video.pause();
  return draw(video, squareOf(), bounds);
}

/** A picked file, upright. @throws PhotographError */
export async function readPhotograph(file: File, bounds: Bounds): Promise<Photograph> {
  if (!isPicture(file)) throw new PhotographError('notAnImage');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PhotographError('failedToLoad');
  });
  try {
    return await draw(bitmap, { width: bitmap.width, height: bitmap.height }, bounds);
  } finally {
    bitmap.close();
  }
}

/** A chequered picture, for sample results. */
export async function samplePhotograph(): Promise<Photograph> {
  const size = { width: 480, height: 480 };
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  for (let at = 0; at < 64; at += 1) {
    if (context) context.fillStyle = (at + Math.floor(at / 8)) % 2 === 0 ? '#d8c9b4' : '#8d8a84';
    context?.fillRect(60 * (at % 8), 60 * Math.floor(at / 8), 60, 60);
  }
  return { file: await toJpeg(canvas), ...size };
}

/** Base64 without the prefix of a data address, as it is sent (D5.10). */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** D9.12: a prefix and a number from 1 to 1000. @param random from 0 up to 1 */
export const photographName = (prefix: string, random: number): string =>
  `${prefix}-${1 + Math.floor(random * 1000)}.png`;

/** The same picture as PNG, as it is saved. */
export async function toPng({ file, width, height }: Photograph): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

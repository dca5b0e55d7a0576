/** A picture with what was drawn on it, in its own size: to be kept, printed, taken away. */
import type { ColoredStroke } from '@earth/calls';
import { drawStroke } from './draw-stroke';

const QUALITY = 0.92;

/** @returns a JPEG. Rejects where the picture cannot be read. */
export async function flatten(url: string, strokes: readonly ColoredStroke[]): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.drawImage(image, 0, 0);
  for (const stroke of strokes) drawStroke(context, stroke);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (!blob) throw new Error('The picture became too large');
  return blob;
}

/** A picture with what was drawn on it, in its own size: to be kept, printed, taken away. */
import type { ColoredStroke } from '@earth/calls';
import { jpegOf } from '../adapters/jpeg';
import { drawStroke } from './draw-stroke';

/** @returns a JPEG. Rejects where the picture cannot be read. */
export async function flatten(url: string, strokes: readonly ColoredStroke[]): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return jpegOf(image, { width: image.naturalWidth, height: image.naturalHeight }, (context) => {
    for (const stroke of strokes) drawStroke(context, stroke);
  });
}

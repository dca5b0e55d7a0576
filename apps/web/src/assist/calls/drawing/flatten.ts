/** Renders a picture with its drawings, at its own size, for saving and printing. */
import { type ColoredStroke, drawStroke } from '@earth/annotations';
import { jpegOf } from '../adapters/jpeg';

/** @returns a JPEG. Rejects if the picture cannot be read. */
export async function flatten(url: string, strokes: readonly ColoredStroke[]): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return jpegOf(image, { width: image.naturalWidth, height: image.naturalHeight }, (context) => {
    for (const stroke of strokes) drawStroke(context, stroke);
  });
}

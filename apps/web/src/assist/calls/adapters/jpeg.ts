const QUALITY = 0.92;

/**
 * Encodes a picture as a JPEG of the given size; `drawMore` draws over it. Rejects if the browser cannot draw it, for
 * example because it is too large.
 */
export async function jpegOf(
  picture: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  drawMore?: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.drawImage(picture, 0, 0);
  drawMore?.(context);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (!blob) throw new Error('The picture became too large');
  return blob;
}

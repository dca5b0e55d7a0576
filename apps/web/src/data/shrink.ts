/** Small pictures of large ones. */

/** A tile of the snapshot strip, on a screen with three pixels to the point. */
const HEIGHT = 240;
const QUALITY = 0.8;

/** As a JPEG, upright. Rejects where the browser cannot read the picture, or draws none beside a page. */
export async function shrink(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { resizeHeight: HEIGHT, resizeQuality: 'medium' });
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser draws no pictures');
    context.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } finally {
    bitmap.close();
  }
}

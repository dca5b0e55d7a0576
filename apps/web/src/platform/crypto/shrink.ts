/** Downscales pictures. */

const QUALITY = 0.8;

/**
 * Scales to a JPEG of this height in pixels, upright. Rejects if the browser cannot decode the picture or has no `OffscreenCanvas`.
 */
export async function shrink(picture: Blob, height: number): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { resizeHeight: height, resizeQuality: 'medium' });
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No 2D canvas context');
    // Transparent pixels become white.
    context.fillStyle = 'white';
    context.fillRect(0, 0, bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } finally {
    bitmap.close();
  }
}

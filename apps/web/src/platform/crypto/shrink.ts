/** Small pictures of large ones. */

const QUALITY = 0.8;

/** As a JPEG of that height in pixels, upright. Rejects where the browser cannot read the picture, or draws none beside a page. */
export async function shrink(picture: Blob, height: number): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { resizeHeight: height, resizeQuality: 'medium' });
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser draws no pictures');
    // What lets through lies on paper.
    context.fillStyle = 'white';
    context.fillRect(0, 0, bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } finally {
    bitmap.close();
  }
}

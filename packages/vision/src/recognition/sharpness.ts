import { grayOfRgba } from '../image';
import type { ColorImage } from './color-image';

/**
 * The variance of the Laplacian (4 neighbours) of the luma: below about 100 a photograph of some texture is blurred (Pech-Pacheco et al., Diatom
 * autofocusing in brightfield microscopy, 2000). It depends on the size of the image: compare images of one size only.
 */
export function sharpness({ width, height, data }: ColorImage): number {
  if (width < 3 || height < 3) return 0;
  const luma = grayOfRgba(width, height, data).data;
  let [sum, squares] = [0, 0];
  for (let y = 1; y < height - 1; y += 1)
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const value = luma[at - width]! + luma[at - 1]! + luma[at + 1]! + luma[at + width]! - 4 * luma[at]!;
      sum += value;
      squares += value * value;
    }
  const count = (width - 2) * (height - 2);
  return squares / count - (sum / count) ** 2;
}

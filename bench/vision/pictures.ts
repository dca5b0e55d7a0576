/** Pictures for the benches of the vision engine, in grey: drawings of the project. */
import { fileURLToPath } from 'node:url';
import { createImage, type GrayImage } from '@earth/vision';
import sharp from 'sharp';

export const DRAWINGS = ['bronze-head', 'amphora', 'mosaic', 'temple', 'town-map'] as const;
/** Of the longest side. */
const SIDE = 800;

export async function readDrawing(name: string): Promise<GrayImage> {
  const file = fileURLToPath(new URL(`drawings/${name}.svg`, import.meta.url));
  const { data, info } = await sharp(file)
    .resize(SIDE, SIDE, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return createImage(info.width, info.height, Uint8Array.from(data));
}

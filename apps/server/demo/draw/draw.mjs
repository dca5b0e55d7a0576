/**
 * Draws the pictures of the demo contents that are made by rule, into `apps/server/demo`: `node apps/server/demo/draw/draw.mjs`.
 * What is drawn is kept, so that a first start need not draw.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { catalogue } from './catalogue.mjs';
import { laid } from './laid.mjs';
import { makeWidths } from './widths.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = process.argv.slice(2);
for (const [name, svg] of Object.entries(catalogue)) {
  if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) continue;
  await writeFile(join(folder, `${name}.webp`), await sharp(Buffer.from(svg())).webp({ quality: 70 }).toBuffer());
}

/** Tiles are laid where the catalogue shows them so. @type {{ contents: { image: string, images?: string[] }[] }} */
const { contents } = JSON.parse(await readFile(join(folder, 'tiles.json'), 'utf8'));
for (const { image, images = [] } of contents)
  for (const name of images.filter((one) => one === image.replace('.webp', '-laid.webp'))) {
    const picture = await sharp(join(folder, image)).png().toBuffer();
    const svg = laid(image, `data:image/png;base64,${picture.toString('base64')}`);
    await writeFile(join(folder, name), await sharp(Buffer.from(svg)).webp({ quality: 70 }).toBuffer());
  }
await makeWidths(folder);

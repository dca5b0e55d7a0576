/**
 * Draws the pictures of the demo contents that are made by rule, into `apps/server/demo`: `node apps/server/demo/draw/draw.mjs`.
 * What is drawn is kept, so that a first start need not draw.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { catalogue } from './catalogue.mjs';
import { makeWidths } from './widths.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = process.argv.slice(2);
for (const [name, svg] of Object.entries(catalogue)) {
  if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) continue;
  await writeFile(join(folder, `${name}.webp`), await sharp(Buffer.from(svg())).webp({ quality: 70 }).toBuffer());
}
await makeWidths(folder);

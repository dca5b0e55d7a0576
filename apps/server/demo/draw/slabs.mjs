/**
 * Paints the slabs of the demo's catalogue into `apps/server/demo`: `node --import tsx apps/server/demo/draw/slabs.mjs`. Those that end in
 * `-fine` are sisters of another one: the same texture, seen from farther away. Those with a tint are colour variants.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTexture, paintTexture } from '@earth/vision/textures';
import sharp from 'sharp';
import { makeWidths } from './widths.mjs';

const SIDE = 480;
const FINE = 2;

/** @type {Record<string, { of: Parameters<typeof createTexture>, tint?: [number, number, number] }>} */
const slabs = {
  'marble-ivory': { of: ['marble', 100] },
  'marble-burgundy': { of: ['marble', 104] },
  'marble-mist': { of: ['marble', 106] },
  'marble-mist-rose': { of: ['marble', 106], tint: [16, -10, -8] },
  'marble-river': { of: ['marble', 107] },
  'marble-night': { of: ['marble', 109] },
  'granite-pepper': { of: ['granite', 100] },
  'granite-olive': { of: ['granite', 103] },
  'granite-leopard': { of: ['granite', 106] },
  'granite-leopard-fine': { of: ['granite', 106] },
  'granite-dusk': { of: ['granite', 110] },
  'granite-dusk-copper': { of: ['granite', 110], tint: [26, 0, -22] },
  'concrete-chalk': { of: ['concrete', 104] },
  'concrete-rain': { of: ['concrete', 107] },
  'travertine-cream': { of: ['travertine', 100] },
  'travertine-hazel': { of: ['travertine', 105] },
  'travertine-sea': { of: ['travertine', 107] },
  'travertine-walnut': { of: ['travertine', 109] },
  'onyx-honey': { of: ['onyx', 105] },
  'onyx-storm': { of: ['onyx', 106] },
  'onyx-sand': { of: ['onyx', 108] },
  'onyx-sand-jade': { of: ['onyx', 108], tint: [-22, 8, -4] },
  'slate-ember': { of: ['slate', 105] },
  'slate-desert': { of: ['slate', 109] },
  'wood-smoke': { of: ['wood', 108] },
  'wood-caramel': { of: ['wood', 107] },
  'terrazzo-salmon': { of: ['terrazzo', 109] },
  'terrazzo-salmon-fine': { of: ['terrazzo', 109] },
  'terrazzo-ash': { of: ['terrazzo', 110] },
  'terrazzo-moss': { of: ['terrazzo', 107] },
};

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
for (const [name, { of, tint }] of Object.entries(slabs)) {
  const extent = name.endsWith('-fine') ? FINE : 1;
  const { data, width, height } = paintTexture(createTexture(...of), { side: SIDE, extent, ...(tint && { tint }) });
  const picture = sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } }).removeAlpha();
  await writeFile(join(folder, `slab-${name}.webp`), await picture.webp({ quality: 60 }).toBuffer());
}
await makeWidths(folder);

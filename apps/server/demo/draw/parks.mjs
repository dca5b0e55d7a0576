/** Packs the map of the parks with their pictures: `node apps/server/demo/draw/parks.mjs`. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '..');
/** Files that are packed twice are the same byte for byte. */
const mtime = new Date('2026-01-01T00:00:00');

const map = await readFile(join(here, 'parks.kml'));
const names = [...map.toString().matchAll(/<img src="(files\/[\w.-]+)">/g)].map(([, name = '']) => name);
const pictures = await Promise.all(
  names.map(async (name) => [name, new Uint8Array(await readFile(join(folder, basename(name))))]),
);
const packed = zipSync({ 'doc.kml': new Uint8Array(map), ...Object.fromEntries(pictures) }, { level: 9, mtime });
await writeFile(join(folder, 'parks.kmz'), packed);

/**
 * Slabs that are no training data: the stones and woods of POV-Ray's include files (Debian: `povray`, `povray-includes`), rendered into a cache. Where
 * POV-Ray is not installed, generated textures of seeds that training did not use.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ColorImage } from '@earth/vision/recognition';
import { createTexture, paintTexture, TEXTURE_FAMILIES } from '@earth/vision/textures';
import sharp from 'sharp';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/slabs/', import.meta.url));
const INCLUDES = '/usr/share/povray-3.7/include/';
export const SLAB_SIDE = 480;
/** How near the texture is, and its turn: the second is the sister of the first. */
const LOOKS = [
  { scale: 1, turn: 0 },
  { scale: 0.45, turn: 57 },
] as const;
const WOODS = 20;
const SEED = 900_000_000;

/** One texture at one scale. */
export interface Slab {
  readonly texture: string;
  readonly image: ColorImage;
}

const run = promisify(execFile);

async function namesIn(file: string, pattern: RegExp): Promise<{ file: string; name: string }[]> {
  const text = await readFile(INCLUDES + file, 'latin1');
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]
    .toSorted()
    .map((name) => ({ file, name }));
}

/** Flat, with even light and no reflections. */
const sceneOf = (file: string, name: string, at: number, { scale, turn }: (typeof LOOKS)[number]) => `#version 3.7;
global_settings { assumed_gamma 1.0 }
#include "colors.inc"
#include "${file}"
camera { orthographic location <0, 0, -10> look_at 0 right 2 * x up 2 * y }
light_source { <-3, 5, -20> color rgb 1 }
plane { z, 0 texture { ${name} scale ${scale} rotate <${turn}, ${turn / 2}, 0> translate <${at * 3.1}, 1.7, 0.3> }
  finish { ambient 0.35 diffuse 0.65 specular 0 reflection 0 phong 0 } }
`;

async function renderSlab(file: string, name: string, at: number): Promise<Slab> {
  const out = `${CACHE}${name}-${at}.png`;
  if (!existsSync(out)) {
    const scene = `${CACHE}scene.pov`;
    await writeFile(scene, sceneOf(file, name, at, LOOKS[at] ?? LOOKS[0]));
    await run('povray', [scene, `+O${out}`, `+W${SLAB_SIDE}`, `+H${SLAB_SIDE}`, '-D', '+WT1', '+a0.3', '-GA']);
  }
  const data = await sharp(out).ensureAlpha().raw().toBuffer();
  return { texture: name, image: { width: SLAB_SIDE, height: SLAB_SIDE, data: new Uint8ClampedArray(data) } };
}

/** @returns null if POV-Ray or its include files are not installed */
async function renderSlabs(): Promise<readonly Slab[] | null> {
  if (!existsSync(`${INCLUDES}stones1.inc`) || !existsSync('/usr/bin/povray')) return null;
  await mkdir(CACHE, { recursive: true });
  const stone = /#declare\s+(T_(?:Stone|Grnt)\d+a?)\b/g;
  const stones = [...(await namesIn('stones1.inc', stone)), ...(await namesIn('stones2.inc', stone))];
  const woods = (await namesIn('woods.inc', /#declare\s+(T_Wood\d+)\b/g)).slice(0, WOODS);
  const slabs: Slab[] = [];
  for (const { file, name } of [...stones, ...woods])
    for (const at of LOOKS.keys()) slabs.push(await renderSlab(file, name, at));
  return slabs;
}

/** A generated texture that training did not use. */
export function paintSlab(at: number, side: number, extent: number): Slab {
  const family = TEXTURE_FAMILIES[at % TEXTURE_FAMILIES.length] ?? 'stone';
  const image = paintTexture(createTexture(family, SEED + at), { side, extent, samples: 2 });
  return { texture: `${family} ${at}`, image };
}

const GENERATED = 125;

/** Textures, each in two scales. */
export async function loadSlabs(): Promise<{ readonly source: string; readonly slabs: readonly Slab[] }> {
  const rendered = await renderSlabs();
  if (rendered) return { source: 'POV-Ray', slabs: rendered };
  const slabs = Array.from({ length: GENERATED }, (_, at) =>
    [1.5, 3.3].map((extent) => paintSlab(at, SLAB_SIDE, extent)),
  );
  return { source: 'generated', slabs: slabs.flat() };
}

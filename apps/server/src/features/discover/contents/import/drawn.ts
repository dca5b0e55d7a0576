/** Pre-rendered pictures of the demo data: rendering them would take most of a first start. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { widthsOf } from '../media';
import type { Picture } from '../pictures';

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
}

/**
 * @param folder has `drawn.json`, which lists its pictures; their other widths are in folders named after the width
 * @returns a function that reads them by name
 */
export async function readDrawn(folder: string) {
  const all = JSON.parse(await readFile(join(folder, 'drawn.json'), 'utf8')) as Readonly<Record<string, Drawn>>;
  return async (name: string, bytes: Buffer): Promise<Picture> => {
    const drawn = all[name];
    if (!drawn) throw new Error(`drawn.json does not list ${name}: draw it again`);
    const parts: { part: string; bytes: Buffer }[] = [];
    for (const width of widthsOf(drawn.width)) {
      const isOwn = width === drawn.width;
      parts.push({ part: `${width}.webp`, bytes: isOwn ? bytes : await readFile(join(folder, String(width), name)) });
    }
    return { ...drawn, ending: 'webp', parts };
  };
}
export type DrawnPictures = Awaited<ReturnType<typeof readDrawn>>;

/**
 * Makes the papers, sounds and the film of the demo contents, into `apps/server/demo`: `node apps/server/demo/draw/media.mjs`. For sounds
 * and film an `ffmpeg` with libmp3lame and libx264 has to be there. What is made is kept.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { encode, ffmpeg } from './encode.mjs';
import { paper } from './papers.mjs';
import { bell, HERTZ, water } from './sounds.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const FILM = { width: 640, height: 360, rate: 15, scene: 3, fade: 0.6 };
const scenes = ['town-bridge', 'town-arcades', 'town-lane', 'town-poster-lights'];

/** @typedef {Record<string, string> & { related?: string[] }} Cells */

/** A paper in each language for what names one, of those that it is related to. @param {string} file @param {string} color */
async function makePapers(file, color) {
  /** @type {{ contents: Cells[] }} */
  const { contents } = JSON.parse(await readFile(join(folder, file), 'utf8'));
  const byKey = new Map(contents.map((cells) => [cells.key, cells]));
  for (const cells of contents)
    for (const locale of ['en', 'it']) {
      const name = cells[`attchm_${locale}`];
      if (!name) continue;
      const first = (/** @type {Cells} */ one) => one[`descr_${locale}`]?.split('\n\n') ?? [];
      const entries = (cells.related ?? []).flatMap((key) => {
        const one = byKey.get(key);
        return one ? [{ title: one[`title_${locale}`] ?? '', line: first(one)[1] ?? first(one)[0] ?? '' }] : [];
      });
      const picture = await readFile(join(folder, cells.image ?? ''));
      const line = first(cells).join(' ');
      const bytes = await paper({ title: cells[`title_${locale}`] ?? '', line, color, picture, entries });
      await writeFile(join(folder, name), bytes);
    }
}

/** @param {string} name @param {Float32Array} samples */
const makeSound = (name, samples) =>
  ffmpeg(
    [
      '-f',
      'f32le',
      '-ar',
      String(HERTZ),
      '-ac',
      '1',
      '-i',
      '-',
      '-c:a',
      'libmp3lame',
      '-b:a',
      '56k',
      '-map_metadata',
      '-1',
      join(folder, name),
    ],
    [new Uint8Array(samples.buffer)],
  );

/** Each picture comes a little nearer, and goes over into the next one. */
async function* frames() {
  const { width, height, rate, scene, fade } = FILM;
  const pictures = await Promise.all(
    scenes.map((name) =>
      sharp(join(folder, `${name}.webp`))
        .resize({ width: width * 3, height: height * 3, fit: 'cover' })
        .png()
        .toBuffer(),
    ),
  );
  /** @param {number} number @param {number} at Seconds since it came. */
  const shot = (number, at) => {
    const part = 1 - 0.05 * (at / scene);
    const size = { width: Math.round(width * 3 * part), height: Math.round(height * 3 * part) };
    const left = Math.round((width * 3 - size.width) / 2);
    const top = Math.round((height * 3 - size.height) / 2);
    return sharp(pictures[number])
      .extract({ ...size, left, top })
      .resize({ width, height, fit: 'fill' });
  };
  for (let frame = 0; frame < scenes.length * scene * rate; frame += 1) {
    const at = frame / rate;
    const number = Math.floor(at / scene);
    const since = at - number * scene;
    const one = await shot(number, since).removeAlpha().raw().toBuffer();
    const opacity = number + 1 < scenes.length ? Math.max(0, (since - scene + fade) / fade) : 0;
    if (opacity > 0) {
      const next = await shot(number + 1, 0)
        .removeAlpha()
        .raw()
        .toBuffer();
      for (let i = 0; i < one.length; i += 1)
        one[i] = Math.round((one[i] ?? 0) * (1 - opacity) + (next[i] ?? 0) * opacity);
    }
    yield one;
  }
}

await makePapers('museum.json', '#1d3a40');
await makePapers('town.json', '#3f6d54');
await makePapers('tiles.json', '#7a4030');
await makeSound('sound-bell.mp3', bell());
await makeSound('sound-water.mp3', water());
await encode(join(folder, 'film-evening.mp4'), { ...FILM, frames: frames() });

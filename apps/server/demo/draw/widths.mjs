/** The widths in which the pictures of the demo contents are shown, made beforehand: a first start only keeps them. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Smaller than they are drawn: those of `features/discover/contents/media.ts`. */
const WIDTHS = [400, 800];
const PLACEHOLDER_PIXELS = 16;

/**
 * Writes each picture of a folder, smaller, into folders that are called by the width, and `drawn.json`: how large each is, and
 * its tiny blurred stand-in.
 * @param {string} folder
 */
export async function makeWidths(folder) {
  /** @type {Record<string, object>} */
  const drawn = {};
  const names = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
  for (const name of names.toSorted()) {
    const picture = sharp(await readFile(join(folder, name)));
    const { width, height } = await picture.metadata();
    for (const smaller of WIDTHS.filter((one) => one < width)) {
      await mkdir(join(folder, String(smaller)), { recursive: true });
      const bytes = await picture.clone().resize({ width: smaller }).webp({ quality: 70 }).toBuffer();
      await writeFile(join(folder, String(smaller), name), bytes);
    }
    const tiny = await picture
      .clone()
      .resize({ width: PLACEHOLDER_PIXELS, height: PLACEHOLDER_PIXELS, fit: 'inside' })
      .blur(0.8)
      .webp({ quality: 40 })
      .toBuffer();
    drawn[name] = { width, height, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
  }
  await writeFile(join(folder, 'drawn.json'), `${JSON.stringify(drawn, null, 2)}\n`);
}

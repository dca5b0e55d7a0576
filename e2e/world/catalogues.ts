/** The demo's catalogue of slabs, as the server has it when its pictures are processed, and cameras and photographs of them. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  calibrate,
  type CalibrationProduct,
  type ColorImage,
  encodeCatalogue,
  encodeDescription,
  RECOGNITION_FORMAT,
  simulatePhotograph,
} from '@earth/vision/recognition';
import pg from 'pg';
import sharp from 'sharp';
import { createTestRecognizer } from '../../packages/vision/testing/recognition';
import { databaseUrl, type TestServer } from './server';

/** Simulated photographs of each picture, by which the catalogue is calibrated. */
const TRIALS = 4;

const DEMO = new URL('../../apps/server/demo/', import.meta.url);
const demoPicture = (name: string) => readFile(new URL(`${name}.webp`, DEMO));

async function pixelsOf(picture: Buffer): Promise<ColorImage> {
  const { data, info } = await sharp(picture)
    .resize({ width: 800, height: 800, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

interface Product {
  readonly contentId: number;
  readonly fileId: string;
  readonly picture: string;
}

/** What processing makes of the pictures. */
async function processed(products: readonly Product[]) {
  const recognizer = await createTestRecognizer();
  const described: CalibrationProduct[] = [];
  for (const { contentId, fileId, picture } of products) {
    const image = await pixelsOf(await demoPicture(picture));
    const photographs = Array.from({ length: TRIALS }, (_, seed) => simulatePhotograph(image, { seed: seed + 1 }));
    const [description = new Uint8Array(), ...trials] = [image, ...photographs].map((one) =>
      encodeDescription(recognizer.describe(one)),
    );
    described.push({ id: contentId, pictures: [{ id: fileId, description, trials }] });
  }
  recognizer.dispose();
  const calibration = calibrate(described);
  return { described, calibration, index: encodeCatalogue({ products: described, calibration }) };
}

interface DemoSlabs {
  readonly contents: readonly { readonly image: string; readonly title_en: string }[];
}

/**
 * Fills the demo's catalogue of slabs with some of its products, by the names of their pictures, at once: the server takes seconds of a core
 * for all of them. The others are strangers.
 */
export async function processSlabs(server: TestServer, pictures: readonly string[]): Promise<void> {
  const slabs = JSON.parse(await readFile(new URL('slabs.json', DEMO), 'utf8')) as DemoSlabs;
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    const products: Product[] = [];
    for (const picture of pictures) {
      const title = slabs.contents.find(({ image }) => image === `${picture}.webp`)?.title_en;
      const { rows } = await client.query<{ id: number; file: string }>(
        `select content_id as id, content_files.id as file from content_texts join content_files using (content_id)
         where title = $1 and kind = 'image'`,
        [title],
      );
      const [row] = rows;
      if (!row) throw new Error(`The demo has no ${picture}`);
      products.push({ contentId: row.id, fileId: row.file, picture });
    }
    const { described, calibration, index } = await processed(products);
    for (const { pictures: own } of described)
      for (const { id, description } of own)
        await client.query(
          `insert into picture_descriptions (file_id, format, description) values ($1, $2, $3)
           on conflict (file_id) do update set format = $2, description = $3`,
          [id, RECOGNITION_FORMAT, Buffer.from(description)],
        );
    await client.query(
      `insert into catalogues (category_id, format, digest, calibration, index)
       select id, $1, 'made-by-test', $2, $3 from categories where model_code = 'SLABS'
       on conflict (category_id) do update set format = $1, digest = 'made-by-test', calibration = $2, index = $3`,
      [RECOGNITION_FORMAT, JSON.stringify(calibration), Buffer.from(index)],
    );
  } finally {
    await client.end();
  }
}

/** A photograph of a picture of the demo: its middle, a little darker. */
export async function photographOf(name: string): Promise<Buffer> {
  const picture = sharp(await demoPicture(name));
  const { width, height } = await picture.metadata();
  const side = Math.round(0.9 * Math.min(width, height));
  const [left, top] = [Math.round((width - side) / 2), Math.round((height - side) / 2)];
  const part = await picture.extract({ left, top, width: side, height: side }).toBuffer();
  return sharp(part).resize(600).modulate({ brightness: 0.94 }).jpeg({ quality: 80 }).toBuffer();
}

/** A photograph of four pictures of the demo, two by two, row by row. */
export async function mosaicOf(names: readonly string[]): Promise<Buffer> {
  const side = 400;
  const parts = names.map(async (name, at) => ({
    input: await sharp(await demoPicture(name))
      .resize({ width: side, height: side, fit: 'cover' })
      .toBuffer(),
    left: side * (at % 2),
    top: side * Math.floor(at / 2),
  }));
  return sharp({ create: { width: 2 * side, height: 2 * side, channels: 3, background: '#8d8a84' } })
    .composite(await Promise.all(parts))
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** The camera stands before a picture of the demo, with some of a grey floor around it. */
export async function showTile(page: Page, name: string): Promise<void> {
  const tile = await sharp(await demoPicture(name))
    .resize({ width: 400, height: 400, fit: 'cover' })
    .toBuffer();
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8d8a84' } })
    .composite([{ input: tile, left: 120, top: 40 }])
    .modulate({ brightness: 0.95 })
    .jpeg({ quality: 92 })
    .toBuffer();
  await page.evaluate((address) => window.testShowFrame(address), `data:image/jpeg;base64,${frame.toString('base64')}`);
}

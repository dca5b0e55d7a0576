/** Catalogues of image recognition, with products of the demo's pictures, as the server has them when they are processed. */
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
import { createContentByApi } from './content-api';
import { databaseUrl, type TestServer } from './server';

/** Simulated photographs of each picture, by which the catalogue is calibrated. */
const TRIALS = 4;

const demoPicture = (name: string) => readFile(new URL(`../../apps/server/demo/${name}.webp`, import.meta.url));

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
    const trials = Array.from({ length: TRIALS }, (_, seed) => simulatePhotograph(image, { seed: seed + 1 }));
    const [description = new Uint8Array(), ...photographs] = [image, ...trials].map((one) =>
      encodeDescription(recognizer.describe(one)),
    );
    described.push({ id: contentId, pictures: [{ id: fileId, description, trials: photographs }] });
  }
  recognizer.dispose();
  const calibration = calibrate(described);
  return { described, calibration, index: encodeCatalogue({ products: described, calibration }) };
}

/**
 * A menu entry of view -12 with a product for each picture of the demo, titled as the picture is called, and the entry of the camera.
 * @returns the number of the catalogue's entry
 */
export async function fillCatalogue(server: TestServer, pictures: readonly string[], title: string, camera: string) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    const addEntry = async (words: string, columns: string, values: string) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into categories (level, position, ${columns}) values (1, 0, ${values}) returning id`,
      );
      const id = rows[0]?.id ?? 0;
      for (const locale of ['en', 'it'])
        await client.query(`insert into category_texts (category_id, locale, title) values ($1, $2, $3)`, [
          id,
          locale,
          words,
        ]);
      return id;
    };
    await addEntry(camera, 'code', `'/asset-recognition'`);
    const own = `'FLOORS', -12, (select id from companies where code = 'DEMO')`;
    const catalogue = await addEntry(title, 'model_code, ctn_view, import_company_id', own);
    const create = await createContentByApi(server, 'operator@demo.example');
    const products: Product[] = [];
    for (const picture of pictures) {
      const imageBase64 = (await demoPicture(picture)).toString('base64');
      const about = { title: picture, descr: 'Polished, 60 × 60 cm', ctnView: 1, visibility: 'public' };
      const contentId = await create({ ...about, catId: catalogue, imageBase64 });
      const { rows } = await client.query<{ id: string }>(`select id from content_files where content_id = $1`, [
        contentId,
      ]);
      products.push({ contentId, fileId: rows[0]?.id ?? '', picture });
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
      `insert into catalogues (category_id, format, digest, calibration, index) values ($1, $2, 'made-by-test', $3, $4)
       on conflict (category_id) do update set format = $2, digest = 'made-by-test', calibration = $3, index = $4`,
      [catalogue, RECOGNITION_FORMAT, JSON.stringify(calibration), Buffer.from(index)],
    );
    return catalogue;
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

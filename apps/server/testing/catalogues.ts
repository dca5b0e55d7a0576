/** Catalogues of image recognition, with products that have pictures of the demo. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { Catalogue, RECOGNITION_FORMAT } from '@earth/vision/recognition';
import sharp from 'sharp';
import { vi } from 'vitest';
import { places } from '../src/config/places';
import type { SignedInClient } from './client';
import { addCategory } from './contents';
import type { TestServer } from './start-test-server';

interface NewCatalogue {
  readonly modelCode: string;
  readonly title?: string;
  /** The code of the company whose people see it; absent: everybody does. */
  readonly owner?: string;
  /** The code of the company whose catalogue it is. */
  readonly customer?: string;
  readonly learns?: boolean;
}

/** @returns the number of its menu entry */
export async function addCatalogue(server: TestServer, given: NewCatalogue): Promise<number> {
  const { modelCode, title = 'Slabs', owner, customer = 'DEMO', learns = false } = given;
  const id = await addCategory(server, { title, ...(owner !== undefined && { owner }) });
  await server.context.pool.query(
    `update categories set model_code = $2, learns_from_photographs = $3, ctn_view = -12,
       import_company_id = (select id from companies where code = $4) where id = $1`,
    [id, modelCode, learns, customer],
  );
  return id;
}

/** A picture of the demo, by its name without an ending. */
const demoPicture = (name: string): Promise<Buffer> => readFile(join(places.demo, `${name}.webp`));

/** A product with a picture of the demo. @returns its number */
export async function addProduct(
  editor: SignedInClient,
  catId: number,
  picture: string,
  fields: Partial<contracts.CallInput<typeof contracts.createContent>> = {},
): Promise<number> {
  const imageBase64 = (await demoPicture(picture)).toString('base64');
  const given = { title: picture, catId, imageBase64, visibility: 'public', ...fields } as const;
  const { content } = await editor.call(contracts.createContent, given);
  return content.id;
}

/** A photograph of a picture: from a little nearer, in less light, compressed. How well hard ones are recognized is measured in `bench/`. */
export async function photographOf(name: string): Promise<Buffer> {
  const picture = sharp(await demoPicture(name));
  const { width, height } = await picture.metadata();
  const side = Math.round(0.95 * Math.min(width, height));
  const part = await picture
    .extract({
      left: Math.round((width - side) / 2),
      top: Math.round((height - side) / 2),
      width: side,
      height: side,
    })
    .toBuffer();
  return await sharp(part).resize(420).modulate({ brightness: 0.94 }).jpeg({ quality: 80 }).toBuffer();
}

/** Waits until the indexes of these catalogues have all of their products. */
export async function areReady(server: TestServer, modelCodes: readonly string[]): Promise<void> {
  const isReady = async () => {
    const { rows } = await server.context.pool.query<{ index: Buffer | null; products: number }>(
      `select index, (select count(*)::int from contents where c1 = categories.id) as products
       from categories left join catalogues on category_id = categories.id and format = $2
       where model_code = any($1)`,
      [modelCodes, RECOGNITION_FORMAT],
    );
    return rows.every(({ index, products }) => index !== null && Catalogue.decode(index).picturesCount === products);
  };
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 });
}

/** Managing catalogues in the back office. */
import * as contracts from '@earth/contracts';
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addCategory, addContent, deleteContents } from '../../../../../testing/contents';
import { addStaff } from '../../../../../testing/crowd';
import { photograph } from '../../../../../testing/media';
import { refusal, type SignedInClient, startTestServer } from '../../../../../testing/start-test-server';
import { digestOf } from './index-rows';

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());

let tiles: number;
beforeEach(async () => {
  await deleteContents(server, 'categories');
  tiles = await addCategory(server, { title: 'Tiles' });
  await server.context.pool.query(
    "update categories set import_company_id = (select id from companies where code = 'DEMO') where id = $1",
    [tiles],
  );
});

type Who = Pick<SignedInClient, 'call'>;
const list = (who: Who = giulia) => who.call(contracts.listOwnCatalogues, {});
const save = (who: Who, categoryId = tiles, modelCode = 'TILES-1') =>
  who.call(contracts.saveCatalogue, { categoryId, modelCode, learnsFromPhotographs: true });
const end = (who: Who) => who.call(contracts.endCatalogue, { categoryId: tiles });
const forget = (who: Who) => who.call(contracts.forgetPhotographs, { categoryId: tiles });

test('editors see catalogues, admins of the company make, end and clear them; nobody else does', async () => {
  for (const call of [list, save, end, forget])
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
  for (const call of [list, save, end, forget]) await expect(call(luca)).rejects.toEqual(refusal('notAllowed'));
  for (const call of [save, end, forget]) await expect(call(giulia)).rejects.toEqual(refusal('notAllowed'));
  await save(paolo);
  for (const call of [save, end, forget]) await expect(call(elena)).rejects.toEqual(refusal('notFound'));
  await expect(list(elena)).resolves.toEqual({ items: [], entryIds: [] });
  await expect(save(paolo, tiles, 'two words')).rejects.toMatchObject({ code: 400 });
  await expect(save(paolo, 2_000_000_000)).rejects.toEqual(refusal('notFound'));
});

test('an entry becomes a catalogue, which counts its products and those without a picture', async () => {
  expect(await list()).toEqual({ items: [], entryIds: [tiles] });
  await addContent(server, { path: [tiles] });
  const image = (await photograph()).toString('base64');
  await giulia.call(contracts.createContent, { title: 'Oak', visibility: 'public', catId: tiles, imageBase64: image });
  await save(paolo);
  expect(await list()).toEqual({
    items: [
      {
        categoryId: tiles,
        title: 'Tiles',
        modelCode: 'TILES-1',
        isReady: false,
        learnsFromPhotographs: true,
        productsCount: 2,
        withoutPictureCount: 1,
        photographsCount: 0,
        feedbackCount: 0,
      },
    ],
    entryIds: [],
  });
  await expect(server.visitor().call(contracts.getCatalogue, { modelcode: 'TILES-1' })).resolves.toMatchObject({
    title: 'Tiles',
    productsCount: 1,
  });
});

test('a catalogue is ready while its index has the pictures of all its products', async () => {
  await save(paolo);
  const { pool } = server.context;
  const image = (await photograph()).toString('base64');
  const addPictured = (title: string) =>
    giulia.call(contracts.createContent, { title, visibility: 'public', catId: tiles, imageBase64: image });
  const isReady = async () => (await list()).items.map((one) => one.isReady);
  await addPictured('Oak');
  // What the builder stores.
  const { rows } = await pool.query<{ contentId: number; fileId: string }>(
    `insert into picture_descriptions (file_id, format, description)
     select id, $1, '' from content_files where kind = 'image'
     returning file_id as "fileId", (select content_id from content_files where id = file_id) as "contentId"`,
    [RECOGNITION_FORMAT],
  );
  expect(await isReady()).toEqual([false]);
  await pool.query(`insert into catalogues (category_id, format, digest, index) values ($1, $2, $3, '')`, [
    tiles,
    RECOGNITION_FORMAT,
    digestOf(rows),
  ]);
  expect(await isReady()).toEqual([true]);
  await addPictured('Slate');
  expect(await isReady()).toEqual([false]);
});

test('a code belongs to one entry of the company', async () => {
  const others = await addCategory(server, { title: 'Slabs' });
  await server.context.pool.query(
    "update categories set import_company_id = (select id from companies where code = 'DEMO') where id = $1",
    [others],
  );
  const results = await Promise.allSettled([save(paolo), save(paolo, others)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('conflict') });
});

test('an ended catalogue keeps its products, and nothing of photographs and feedback', async () => {
  await save(paolo);
  await addContent(server, { path: [tiles], title: 'Oak' });
  await server.context.pool.query(
    `insert into photographs (id, category_id, is_match, mode, jpeg, created_at) values (gen_random_uuid(), $1, true, 0, '', now())`,
    [tiles],
  );
  await server.visitor().call(contracts.sendRecognitionFeedback, { modelcode: 'TILES-1', note: 'Not it' });
  expect((await list()).items).toMatchObject([{ photographsCount: 1, feedbackCount: 1 }]);
  await forget(paolo);
  expect((await list()).items).toMatchObject([{ photographsCount: 0, feedbackCount: 1 }]);
  await end(paolo);
  expect(await list()).toEqual({ items: [], entryIds: [tiles] });
  await save(paolo);
  expect((await list()).items).toMatchObject([{ productsCount: 1, feedbackCount: 0 }]);
});

/** Copying contents of a menu entry into a catalogue. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addCategory, addContent, deleteContents } from '../../../../../testing/contents';
import { addStaff } from '../../../../../testing/crowd';
import { pdf, photograph } from '../../../../../testing/media';
import { refusal, type SignedInClient, startTestServer } from '../../../../../testing/start-test-server';

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
const image = (await photograph(300, 200)).toString('base64');
const other = (await photograph(200, 300)).toString('base64');
afterAll(() => server.close());

let tiles: number;
let works: number;
beforeEach(async () => {
  await deleteContents(server, 'categories');
  [tiles, works] = [await addCategory(server, { title: 'Tiles' }), await addCategory(server, { title: 'Works' })];
  await server.context.pool.query(
    "update categories set import_company_id = (select id from companies where code = 'DEMO') where id = any($1)",
    [[tiles, works]],
  );
  await paolo.call(contracts.saveCatalogue, {
    categoryId: tiles,
    modelCode: 'TILES-1',
    learnsFromPhotographs: false,
  });
});

type Who = Pick<SignedInClient, 'call'>;
const copy = (who: Who = paolo, fromCategoryId = works, categoryId = tiles) =>
  who.call(contracts.copyProducts, { categoryId, fromCategoryId });
const add = (title: string, change: object = {}) =>
  giulia.call(contracts.createContent, { title, visibility: 'public', catId: works, imageBase64: image, ...change });
const products = async () => (await server.visitor().call(contracts.listContents, { c1: [tiles] })).items;

test('only admins of the company copy, from entries of theirs into a catalogue of theirs', async () => {
  await expect(copy(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
  for (const who of [luca, giulia]) await expect(copy(who)).rejects.toEqual(refusal('notAllowed'));
  await expect(copy(elena)).rejects.toEqual(refusal('notFound'));
  await expect(copy(paolo, 2_000_000_000)).rejects.toEqual(refusal('notFound'));
  // An entry that is no catalogue.
  await expect(copy(paolo, tiles, works)).rejects.toEqual(refusal('notFound'));
  await expect(copy(paolo, -1)).rejects.toMatchObject({ code: 400 });
});

test('contents with pictures become products with pictures of their own; a second run adds only what is new', async () => {
  const { content: oak } = await add('Oak', {
    texts: { it: { title: 'Rovere' } },
    webUrl: 'https://tiles.example/',
    imagesBase64: [other],
  });
  await addContent(server, { path: [works], title: 'Without a picture' });
  expect(await copy()).toEqual({ copied: 1, skipped: 0, withoutPicture: 1, next: null });
  const [product] = await products();
  expect(product?.content).toMatchObject({ title: 'Oak', catId: tiles, webUrl: 'https://tiles.example/' });
  const urls = [product?.content.imageUrl, ...(product?.content.imageUrls ?? [])];
  expect(urls).toHaveLength(2);
  await add('Elm');
  expect(await copy()).toEqual({ copied: 1, skipped: 1, withoutPicture: 1, next: null });
  expect((await products()).map(({ content }) => content.title).toSorted()).toEqual(['Elm', 'Oak']);
  // The pictures of the copy do not go with those of the original.
  await giulia.call(contracts.deleteContent, { contentId: oak.id });
  for (const url of urls) await expect(server.visitor().raw(url ?? '')).resolves.toMatchObject({ status: 200 });
  await expect(
    giulia.call(contracts.getEditableContent, { contentId: product?.content.id ?? 0 }),
  ).resolves.toMatchObject({ texts: { it: { title: 'Rovere' } } });
});

test('video and attachment are copied too, with their names and in their languages', async () => {
  const { content } = await add('Oak', {
    attchmBase64: pdf('Leaflet').toString('base64'),
    attchmName: 'Leaflet',
    videoUrl: 'https://tiles.example/a.mp4',
  });
  await giulia.call(contracts.changeContent, {
    contentId: content.id,
    texts: { it: { title: 'Rovere', attchmBase64: pdf('Opuscolo').toString('base64') } },
  });
  await copy();
  const read = async (l: 'en' | 'it') => {
    const [product] = (await server.visitor().call(contracts.listContents, { c1: [tiles], l })).items;
    const url = product?.content.attchmUrl ?? '';
    const { text } = await server.visitor().raw(url);
    return { url, text, name: product?.content.attchmName, video: product?.content.videoUrl };
  };
  const [english, italian] = [await read('en'), await read('it')];
  expect(english).toMatchObject({
    name: 'Leaflet',
    text: pdf('Leaflet').toString(),
    video: 'https://tiles.example/a.mp4',
  });
  expect(italian.text).toBe(pdf('Opuscolo').toString());
  expect(english.url).not.toBe(content.attchmUrl);
});

test('drafts stay drafts, and contents of other companies are not copied', async () => {
  const { content } = await add('Not yet');
  await giulia.call(contracts.publishContents, { ids: [content.id], isDraft: true });
  await addContent(server, { path: [works], owner: 'TILES', title: 'Theirs' });
  expect(await copy()).toMatchObject({ copied: 1, withoutPicture: 0 });
  expect(await products()).toEqual([]);
});

test('two who copy at once make one copy of each', async () => {
  for (const title of ['Oak', 'Elm', 'Ash']) await add(title);
  const both = await Promise.all([copy(), copy()]);
  expect(both.reduce((sum, { copied }) => sum + copied, 0)).toBe(3);
  expect(await products()).toHaveLength(3);
});

test('many are copied by several requests, each going on where the former one ended', async () => {
  const { pool } = server.context;
  await add('Oak');
  for (let index = 0; index < 20; index += 1) await addContent(server, { path: [works] });
  const first = await copy();
  expect(first).toMatchObject({ copied: 1, withoutPicture: 19, next: expect.any(Number) });
  const rest = await paolo.call(contracts.copyProducts, {
    categoryId: tiles,
    fromCategoryId: works,
    after: first.next ?? 0,
  });
  expect(rest).toEqual({ copied: 0, skipped: 0, withoutPicture: 1, next: null });
  const { rows } = await pool.query('select 1 from contents where copied_from_id is not null');
  expect(rows).toHaveLength(1);
});

/** Contents from a file, with the real server over the real database. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addContent, deleteContents } from '../../../../../testing/contents';
import { addPerson } from '../../../../../testing/crowd';
import { loseNextAnswer } from '../../../../../testing/lost-answer';
import { mp3, pdf, photograph } from '../../../../../testing/media';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../../testing/start-test-server';
import { formerMarkers } from '../../../../db/migrations/0001-0040/0039-former-markers';
import { importContents } from '.';
import { findFilesOf, findUsedIds } from './store';

let server: TestServer;
let giulia: SignedInClient;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await deleteContents(server, 'categories', 'brands', 'skins');
  await rm(join(server.context.settings.dataDir, 'blobs', 'contents'), { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'earth-import-'));
  return () => rm(folder, { recursive: true });
});

type Cells = Readonly<Record<string, unknown>>;

async function runImport(given: unknown, company: string | undefined = 'DEMO', name = 'contents.json') {
  const path = join(folder, name);
  await writeFile(path, typeof given === 'string' ? given : JSON.stringify(given));
  return await importContents(server.context, server.context.db, { path, company });
}

const all = async (filters: Partial<contracts.CallInput<typeof contracts.listContents>> = {}) =>
  (await giulia.call(contracts.listContents, { pageSize: 100, ...filters })).items;

async function only(l: 'en' | 'it' = 'en') {
  const [item, ...others] = await all({ l });
  if (!item || others.length > 0) throw new Error('Not one content');
  return item;
}

/** The stored files: each with the folder of its name. */
async function blobs(): Promise<string[]> {
  const folders = join(server.context.settings.dataDir, 'blobs', 'contents');
  const entries = await readdir(folders, { recursive: true, withFileTypes: true }).catch(() => []);
  return [...new Set(entries.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath))].toSorted();
}

const museum = {
  brands: [{ key: 'museum', name: 'City museum' }],
  skins: [{ key: 'museum', hdBgColor: '#1d3a40', hdFontColor: '#ffffff', imageType: 3 }],
  categories: [
    { key: 'museum', title_en: 'City museum', title_it: 'Museo civico', image: 'head.jpg' },
    { key: 'bronzes', parent: 'museum', title_en: 'Bronzes', title_it: 'Bronzi', descr_it: 'Teste e mani' },
  ],
};
const head: Cells = {
  key: 'head',
  title_en: 'Head of a young ruler',
  title_it: 'Testa di giovane sovrano',
  descr_en: 'Bronze\n\nPulled from the river.',
  descr_it: 'Bronzo\n\nTirata fuori dal fiume.',
  visibility: 'public',
  category: 'bronzes',
  brand: 'museum',
  skin: 'museum',
  date: '2026-03-14',
  email: 'museum@demo.example',
  phone: '333 123 4567',
  webUrl: 'https://museum.example/head',
  lat: 44.7,
  long: 10.63,
  price: 8.5,
  image: 'head.jpg',
  images: ['side.jpg', 'back.jpg'],
  attchm_en: 'guide.pdf',
  attchmName_en: 'Guide',
  attchm_it: 'guida.pdf',
  attchmName_it: 'Guida',
  audio_it: 'voce.mp3',
};

async function writeFiles(): Promise<void> {
  const [first, second, third] = await Promise.all([photograph(900), photograph(500), photograph(300)]);
  const files = { 'head.jpg': first, 'side.jpg': second, 'back.jpg': third };
  for (const [name, bytes] of Object.entries({
    ...files,
    'guide.pdf': pdf('Guide'),
    'guida.pdf': pdf('Guida'),
    'voce.mp3': mp3(),
  }))
    await writeFile(join(folder, name), bytes);
}

test('imports a content with its texts in both languages, files, category, brand and skin', async () => {
  await writeFiles();

  await expect(runImport({ ...museum, contents: [head] })).resolves.toEqual({ added: 1, changed: 0, unchanged: 0 });

  const { content, brand, skin } = await only();
  expect(content).toMatchObject({
    title: head['title_en'],
    descr: head['descr_en'],
    date: Date.UTC(2026, 2, 14),
    email: 'museum@demo.example',
    lat: 44.7,
    price: 8.5,
    visibility: 'public',
    attchmName: 'Guide',
    image: { width: 600, height: 900 },
  });
  expect(content.images).toHaveLength(2);
  expect([brand?.name, skin]).toEqual(['City museum', { hdBgColor: '#1d3a40', hdFontColor: '#ffffff', imageType: 3 }]);
  const italian = (await only('it')).content;
  expect(italian).toMatchObject({ locale: 'it', title: head['title_it'], attchmName: 'Guida' });
  expect(italian.attchmUrl).not.toBe(content.attchmUrl);
  const bytes = await (await fetch(`${server.url}${italian.attchmUrl}`)).text();
  expect(bytes).toContain('Guida');

  const [menu] = await server.visitor().call(contracts.getMenu, { l: 'it' });
  expect(menu).toMatchObject({ title: 'Museo civico', items: [{ title: 'Bronzi', descr: 'Teste e mani' }] });
  expect((await fetch(`${server.url}${menu?.imageUrl}`)).headers.get('content-type')).toBe('image/webp');
  expect((await all({ c2: [menu?.items[0]?.id ?? 0] })).map((item) => item.content.id)).toEqual([content.id]);
});

test('a second import leaves unchanged rows and files alone, changes others, adds new ones, and deletes nothing', async () => {
  await writeFiles();
  await runImport({ ...museum, contents: [head, { ...head, key: 'hand', title_en: 'Hand' }] });
  const before = await all();
  const stored = await blobs();

  await expect(runImport({ ...museum, contents: [head] })).resolves.toEqual({ added: 0, changed: 0, unchanged: 1 });
  expect(await all()).toEqual(before);
  expect(await blobs()).toEqual(stored);

  const brands = [{ key: 'museum', name: 'Museum of the town' }];
  const renamed = { ...head, title_en: 'Head of a ruler', phone: null };
  const changed = await runImport({ ...museum, brands, contents: [renamed, { key: 'foot', title_it: 'Piede' }] });
  expect(changed).toEqual({ added: 1, changed: 1, unchanged: 0 });
  const after = new Map((await all()).map((item) => [item.content.title, item]));
  expect([...after.keys()].toSorted()).toEqual(['Hand', 'Head of a ruler', 'Piede']);
  const { content } = before.find((item) => item.content.title === head['title_en']) ?? {};
  expect(after.get('Head of a ruler')).toMatchObject({
    content: { ...content, title: 'Head of a ruler', phone: null },
    brand: { name: 'Museum of the town' },
  });
  expect(await blobs()).toEqual(stored);
  const made =
    'select (select count(*) from brands) + (select count(*) from skins) + (select count(*) from categories) as all';
  expect((await server.context.pool.query<{ all: string }>(made)).rows).toEqual([{ all: '4' }]);
});

test('another picture replaces the old one, whose files are deleted', async () => {
  await writeFiles();
  await runImport({ ...museum, contents: [head] });
  const before = await only();
  await writeFile(join(folder, 'head.jpg'), await photograph(700));

  await runImport({ ...museum, contents: [{ ...head, images: ['back.jpg'], attchm_it: null }] });

  const after = await only();
  expect(after.content.image?.height).toBe(700);
  expect(after.content.imageUrl).not.toBe(before.content.imageUrl);
  expect(after.content.images).toHaveLength(1);
  expect((await only('it')).content.attchmName).toBe('Guide');
  // The picture, one of the gallery, the guide and the voice.
  expect(await blobs()).toHaveLength(4);
});

test('stores nothing if one row is wrong, and names each wrong one', async () => {
  await writeFiles();
  const stored = await blobs();
  await writeFile(join(folder, 'page.pdf'), '<html>');
  await writeFile(join(folder, 'cut.jpg'), (await photograph(900)).subarray(0, 2000));
  const contents = [
    head,
    { key: 'a', title_en: 'A', email: 'nobody', image: '../head.jpg' },
    { key: 'b', title_en: 'B', attchm_en: 'page.pdf', images: ['side.jpg', 'cut.jpg'], brand: 'louvre' },
    { key: 'c', title_en: 'C', lat: 44, visibility: 'customer', related: ['a', 'z'] },
    { key: 'd', title_en: 'D', category: 'vases', customerCode: 'NOBODY', visibility: 'customer', group: 'd' },
  ];

  const lines = await runImport({ ...museum, contents }).catch((error: Error) => error.message.split('\n'));

  expect(lines).toEqual([
    'row 2, email: Email format not valid',
    'row 2, image: Outside the folder of this import: ../head.jpg',
    'row 3, images: This file is incomplete: cut.jpg',
    'row 3, attchm_en: The attachment isn’t a PDF: page.pdf',
    'row 3, brand: There is no brand «louvre»',
    'row 4, long: Please fill out this field',
    'row 4, related: There is no content «z»',
    'row 4, customerCode: Format not valid',
    'row 5, category: There is no category «vases»',
    'row 5, customerCode: Format not valid',
    'row 5, group: «d» is a part itself',
    '',
    'Nothing was stored. Wrong: 11.',
  ]);
  expect(await all()).toEqual([]);
  expect(await blobs()).toEqual(stored);
  expect(await server.visitor().call(contracts.getMenu, {})).toEqual([]);
  await expect(runImport([{ key: 'a', title_en: 'A', image: '../head.jpg' }])).rejects.toThrow(
    'row 1, image: Outside the folder of this import: ../head.jpg',
  );
});

test('leaves another company’s contents and keys alone, and does not accept references to them', async () => {
  const theirs = await addContent(server, { owner: 'TILES', title: 'Theirs' });
  await runImport([{ key: 'a', title_en: 'Tile', visibility: 'public' }], 'TILES');
  await runImport({ ...museum, categories: [], contents: [{ key: 'a', title_en: 'Ours', visibility: 'public' }] });

  const titles = (await all()).map(({ content }) => content.title);
  expect(titles.toSorted()).toEqual(['Ours', 'Theirs', 'Tile']);
  expect((await all()).some(({ content }) => content.id === theirs)).toBe(true);
  await expect(runImport([{ key: 'b', title_en: 'B', brand: 'museum' }], 'TILES')).rejects.toThrow('no brand «museum»');
  await expect(runImport([{ key: 'a', title_en: 'A' }], 'NOBODY')).rejects.toThrow('There is no company NOBODY here.');
  await expect(runImport({ company: 'TILES', contents: [] })).rejects.toThrow(
    'The file is of company TILES, not DEMO.',
  );
});

test('walks refer to their places, parts to their whole, scenes to their triggers, and models can be visited', async () => {
  await writeFiles();
  await runImport([
    { key: 'poi', title_en: 'Ear', ctnView: 9, group: 'model' },
    { key: 'walk', title_en: 'Walk', ctnView: 10, related: ['b', 'a'] },
    { key: 'a', title_en: 'A', ctnView: 3 },
    { key: 'b', title_en: 'B', ctnView: 3 },
    { key: 'model', title_en: 'Model', ctnView: 7, visibility: 'public' },
    {
      key: 'scene',
      title_en: 'Scene',
      ctnView: 11,
      visibility: 'public',
      markers: ['head.jpg', 'side.jpg'],
      place: 'a',
      beacon: '0190a000-0000-7000-8000-000000000001/3/4/near',
    },
  ]);

  const ids = new Map((await all()).map(({ content }) => [content.title, content]));
  const related = await all({ rel: [ids.get('Walk')?.id ?? 0] });
  expect(related.map(({ content }) => content.title)).toEqual(['B', 'A']);
  const parts = await server.visitor().call(contracts.listContents, { groupId: [ids.get('Model')?.id ?? 0] });
  expect(parts.items.map(({ content }) => content.title)).toEqual(['Ear']);
  expect((await server.visitor().call(contracts.listModels, {})).items).toMatchObject([
    { uniqueId: ids.get('Model')?.extlId, contentId: ids.get('Model')?.id },
  ]);
  const started = await server.visitor().call(contracts.listTriggers, {});
  expect(started.map(({ sType }) => sType)).toEqual([1, 1, 2]);
  expect(await fetch(`${server.url}${started[0]?.imageUrl}`)).toMatchObject({ status: 200 });
  const beacon = { uuid: '0190a000-0000-7000-8000-000000000001', major: 3, minor: 4, range: 'near' };
  expect(started[2]?.beacon).toEqual(beacon);
  await expect(server.visitor().call(contracts.listMarkers, { place: ids.get('A')?.id ?? 0 })).resolves.toHaveLength(2);

  await runImport([{ key: 'scene', title_en: 'Scene', ctnView: 11, markers: ['side.jpg'], place: 'b' }]);
  const again = await server.visitor().call(contracts.listTriggers, {});
  expect(again.map((one) => one.beacon)).toEqual([beacon, null]);
  // The beacon, which the file does not name, has moved with its scene.
  const { rows } = await server.context.pool.query('select place_id from triggers');
  const place = { place_id: ids.get('B')?.id };
  expect(rows).toEqual([place, place]);
});

const model = { key: 'model', title_en: 'Model', ctnView: 7 };
const point = { key: 'poi', title_en: 'Ear', ctnView: 9 };

test('a part always has the visibility of the whole, whichever of them a file is about', async () => {
  const seen = async () =>
    new Map((await all()).map(({ content }) => [content.title, [content.visibility, content.groupId] as const]));
  const refusedBy = (rows: readonly Cells[]) => runImport(rows).catch((error: Error) => error.message.split('\n')[0]);
  const others = 'row 2, visibility: Differs from the whole that it is a part of';
  expect(await refusedBy([model, { ...point, group: 'model', visibility: 'public' }])).toBe(others);
  expect(
    await refusedBy([
      { ...model, visibility: 'customer', customerCode: 'TILES' },
      { ...point, group: 'model', visibility: 'company' },
    ]),
  ).toBe(others);

  await runImport([
    model,
    { ...point, group: 'model' },
    { ...point, key: 'free', title_en: 'Free', visibility: 'public' },
  ]);
  expect((await seen()).get('Ear')?.[0]).toBe('company');
  expect(await refusedBy([{ ...point, visibility: 'public' }])).toBe(others.replace('row 2', 'row 1'));
  // An existing part takes the whole's visibility, and follows it.
  await runImport([{ ...point, key: 'free', title_en: 'Free', group: 'model' }]);
  expect((await seen()).get('Free')?.[0]).toBe('company');
  await runImport([
    { ...point, visibility: 'public' },
    { ...model, visibility: 'public' },
  ]);
  expect([...(await seen()).values()].map(([visibility]) => visibility)).toEqual(['public', 'public', 'public']);
});

test('a content with parts cannot become a part, unless the same file removes them', async () => {
  await runImport([model, { ...model, key: 'hall', title_en: 'Hall' }, { ...point, group: 'model' }]);
  const nested = { ...model, group: 'hall' };
  await expect(runImport([nested])).rejects.toThrow('row 1, group: It has parts of its own');
  await expect(runImport([nested, { ...point, title_en: 'Nose' }])).rejects.toThrow(
    'row 1, group: It has parts of its own',
  );
  await runImport([nested, { ...point, group: 'hall' }]);
  expect(
    (await all({ groupId: [(await all()).find(({ content }) => content.title === 'Hall')?.content.id ?? 0] })).length,
  ).toBe(2);
  await expect(runImport([{ key: 'self', title_en: 'Self', related: ['self'] }])).rejects.toThrow(
    'row 1, related: It refers to itself',
  );
});

test('the marker pictures of a private scene are private, and are deleted with it', async () => {
  await writeFiles();
  const scene = { key: 'scene', title_en: 'Scene', ctnView: 11, markers: ['head.jpg', 'side.jpg'] };
  await runImport([scene]);
  const markersOf = async () => (await giulia.call(contracts.listMarkers, {})).map(({ imageUrl }) => imageUrl);
  const [first = '', second] = await markersOf();
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  expect([await status(first), await status(first.replace(/\?.*/, ''))]).toEqual([200, 404]);

  // The same pictures stay, another one replaces them.
  await runImport([{ ...scene, title_en: 'The scene' }]);
  expect(await markersOf()).toEqual([first, second]);
  await runImport([{ ...scene, markers: ['back.jpg'] }]);
  expect([(await markersOf()).length, await status(first), (await blobs()).length]).toEqual([1, 404, 1]);
  await giulia.call(contracts.deleteContent, { contentId: (await only()).content.id });
  expect(await blobs()).toEqual([]);
});

test('a marker of an import from before its pictures were files is recognized after the next import', async () => {
  await writeFiles();
  const scene = { key: 'scene', title_en: 'Scene', ctnView: 11, markers: ['head.jpg'] };
  await runImport([scene]);
  const { pool } = server.context;
  await pool.query(`update triggers set file_id = null, image_url = '/brand/head.jpg'`);
  await pool.query(`delete from content_files where kind = 'marker'`);
  await pool.query(formerMarkers.sql);
  await runImport([scene]);
  const { rows } = await pool.query('select image_url, queued_at from triggers join views using (file_id)');
  expect(rows).toEqual([{ image_url: null, queued_at: expect.any(Date) }]);
});

test('an empty list removes the gallery', async () => {
  await writeFiles();
  await runImport([{ key: 'a', title_en: 'A', images: ['side.jpg'] }]);
  await runImport([{ key: 'a', title_en: 'A', images: [] }]);
  expect([(await only()).content.images, await blobs()]).toEqual([[], []]);
});

test('keeps the new files if an old one cannot be deleted', async () => {
  await writeFiles();
  const a = { key: 'a', title_en: 'A', image: 'head.jpg' };
  await runImport([a]);
  const { blobs: kept } = server.context;
  vi.spyOn(kept, 'delete').mockRejectedValueOnce(new Error('EACCES'));
  await expect(runImport([{ ...a, image: 'side.jpg' }])).rejects.toThrow('EACCES');
  vi.restoreAllMocks();
  const { content } = await only();
  expect(content.image?.height).toBe(500);
  expect((await fetch(`${server.url}${content.imageUrl}`)).status).toBe(200);
});

test('looks up files and ids of more rows than a statement has parameters', async () => {
  await writeFiles();
  await runImport([{ key: 'a', title_en: 'A', images: ['side.jpg', 'back.jpg'] }]);
  const { id } = (await only()).content;
  const ids = [id, ...Array.from({ length: 70_000 }, (_, index) => 2_000_000_000 + index)];
  const files = await findFilesOf(server.context.db, ids);
  expect([...files].map(([of, those]) => [of, those.length])).toEqual([[id, 2]]);
  await expect(findUsedIds(server.context.db, ids)).resolves.toEqual(new Set());
});

test('a CSV can be imported twice like a JSON, and an empty cell removes the value', async () => {
  await writeFiles();
  const table = (phone: string) =>
    `key,title_en,title_it,visibility,phone,image,price\nvase,Vase,Vaso,public,${phone},head.jpg,4.5\n`;
  await runImport(table('333 123 4567'), 'DEMO', 'contents.csv');
  expect((await only('it')).content).toMatchObject({ title: 'Vaso', phone: '333 123 4567', price: 4.5 });

  await expect(runImport(table('333 123 4567'), 'DEMO', 'contents.csv')).resolves.toMatchObject({ unchanged: 1 });
  await expect(runImport(table(''), 'DEMO', 'contents.csv')).resolves.toMatchObject({ changed: 1 });
  expect((await only()).content.phone).toBeNull();
  await expect(runImport(table('1'), 'DEMO', 'contents.csv')).rejects.toThrow('row 2, phone: Format not valid');
});

const map = { key: 'parks', id: 13_733, code: '/content-kml', title_en: 'Parks', layer: 'parks.kml' };

test('a map has the id on which its page depends, and its layer', async () => {
  await writeFile(join(folder, 'parks.kml'), '<kml xmlns="http://www.opengis.net/kml/2.2"/>');
  await runImport({ ...museum, categories: [map], contents: [] });
  await runImport({ ...museum, categories: [map], contents: [] });
  const [menu] = await server.visitor().call(contracts.getMenu, { l: 'en' });
  expect(menu).toMatchObject({ id: 13_733, code: '/content-kml' });
  expect(await (await fetch(`${server.url}${menu?.attchmUrl}`)).text()).toContain('<kml');
  const others = [
    { ...map, id: 13_734 },
    { ...map, key: 'dogs' },
    { key: 'roads', title_en: 'Roads', layer: 'head.jpg' },
    { key: 'page', title_en: 'Page', layer: 'page.kml' },
    { key: 'half', title_en: 'Half', layer: 'half.kml' },
    { key: 'zip', title_en: 'Zip', layer: 'zip.kmz' },
    { key: 'many', title_en: 'Many', layer: 'many.kml' },
    { key: 'long', title_en: 'Long', layer: 'long.kml' },
    { key: 'map', title_en: 'Map', attchmUrl: 'https://maps.example/parks.kml' },
  ];
  const kml = (inside: string) => `<kml xmlns="http://www.opengis.net/kml/2.2">${inside}</kml>`;
  await writeFile(join(folder, 'many.kml'), kml('<Placemark/>'.repeat(contracts.LAYER_SHAPES_MAX + 1)));
  const points = '1, 1 '.repeat(contracts.LAYER_POINTS_MAX + 1);
  await writeFile(
    join(folder, 'long.kml'),
    kml(`<Placemark><LineString><coordinates>${points}</coordinates></LineString></Placemark>`),
  );
  await writeFile(join(folder, 'page.kml'), '<!-- <kml> --><html><kml></kml></html>');
  await writeFile(join(folder, 'half.kml'), '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>');
  await writeFile(join(folder, 'zip.kmz'), 'PK\u0003\u0004 and no more');
  const before = await blobs();
  await expect(runImport({ ...museum, categories: others, contents: [] })).rejects.toThrow(
    /category 1, id: It cannot change\ncategory 2, id: Another category has it\ncategory 3, layer: Not a .kml or .kmz file\n.*\ncategory 4, layer: Neither KML nor KMZ: page.kml, line 1\ncategory 5, layer: Broken map: half.kml, line 1 \(unclosed tag: Document\)\ncategory 6, layer: Broken map: zip.kmz\ncategory 7, layer: Larger than maps may be: many.kml, line 1\ncategory 8, layer: Larger than maps may be: long.kml, line 1\ncategory 9, attchmUrl: Not known/,
  );
  expect(await blobs()).toEqual(before);
});

test.each([
  ['a bare &', '<?xml version="1.0"?>\n<kml><Placemark>\n<name>Bed & bread</name></Placemark></kml>', 'line 3 '],
  ['a control character', '<kml>\n<Document><name>\u0002</name></Document></kml>', 'line 2 '],
  ['an encoding that there is not', '<?xml version="1.0" encoding="klingon"?><kml/>', 'line 1 '],
])('refuses a map that pages cannot read, and names the line: %s', async (_, text, line) => {
  await writeFile(join(folder, 'parks.kml'), text);
  await expect(runImport({ categories: [map], contents: [] })).rejects.toThrow(
    `category 1, layer: Broken map: parks.kml, ${line}`,
  );
});

test('accepts maps as pages do: after empty lines, and in UTF-8 that claims to be UTF-16', async () => {
  for (const declaration of ['\n\n<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-16"?>']) {
    await writeFile(join(folder, 'parks.kml'), `${declaration}<kml><Document/></kml>`);
    await expect(runImport({ categories: [map], contents: [] })).resolves.toMatchObject({ added: 0 });
  }
});

test('an import whose answer was lost has its files', async () => {
  await writeFiles();
  loseNextAnswer(server.context);
  await expect(runImport({ ...museum, contents: [head] })).rejects.toThrow('Connection terminated');
  const stored = await blobs();
  expect(stored).not.toEqual([]);
  expect(await runImport({ ...museum, contents: [head] })).toEqual({ added: 0, changed: 0, unchanged: 1 });
  expect(await blobs()).toEqual(stored);
  const { content } = await only();
  expect((await giulia.raw(content.imageUrl ?? '')).status).toBe(200);
});

test('categories have the order of the file, also if that has changed', async () => {
  const named = (...keys: string[]) => ({
    categories: keys.map((key) => ({ key, title_en: key, title_it: key })),
    contents: [],
  });
  const order = async () => (await giulia.call(contracts.getMenu, {})).map(({ title }) => title);
  await runImport(named('a', 'b'));
  expect(await order()).toEqual(['a', 'b']);
  await runImport(named('b', 'c', 'a'));
  expect(await order()).toEqual(['b', 'c', 'a']);
});

test('a changed row of an import leaves a content off that an admin took off or deleted', async () => {
  const rows = (price: number) => [{ key: 'a', title_en: 'Ours', visibility: 'public', price }];
  await runImport(rows(1));
  const { content } = await only();
  await giulia.call(contracts.publishContents, { ids: [content.id], isDraft: true });
  await runImport(rows(2));
  expect(await all()).toEqual([]);
  await expect(giulia.call(contracts.getContent, { contentId: content.id })).resolves.toMatchObject({
    content: { price: 2 },
  });
  await giulia.call(contracts.removeContents, { ids: [content.id] });
  await runImport(rows(3));
  const { items } = await giulia.call(contracts.listContentTable, { state: 'deleted' });
  expect(items.map(({ id }) => id)).toEqual([content.id]);
});

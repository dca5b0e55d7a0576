/** Image recognition: catalogues, and photographs that are compared with them. */
import * as contracts from '@earth/contracts';
import { Catalogue, RECOGNITION_FORMAT } from '@earth/vision/recognition';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteContents } from '../../../../../testing/contents';
import { addCatalogue, addProduct, areReady, photographOf } from '../../../../../testing/catalogues';
import { addPerson } from '../../../../../testing/crowd';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../../testing/start-test-server';
import { blobKeyOf } from '../media';

/** Descriptions take seconds of a processor, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

const TILES = [
  'tile-terrazzo-warm',
  'tile-marble-gold',
  'tile-wood-oak',
  'tile-cement-lily',
  'tile-slate-rust',
  'tile-hex-sage',
];
const WAIT = { timeout: 60_000 };

let server: TestServer;
let giulia: SignedInClient;
let elena: SignedInClient;
let slabs = 0;
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer({ PROCESS_VIEWS: 'true' });
  // Without the contents of the demo, of which some are being processed.
  await deleteContents(server);
  await server.context.pool.query('delete from categories');
  giulia = await addPerson(server);
  elena = await addPerson(server, { companyCode: 'TILES' });
  slabs = await addCatalogue(server, { modelCode: 'SLABS' });
  for (const tile of TILES) ids.set(tile, await addProduct(giulia, slabs, tile));
  ids.set('hidden', await addProduct(giulia, slabs, 'tile-terrazzo-night', { visibility: 'company' }));
  await server.restart();
  await areReady(server, ['SLABS']);
}, 120_000);
afterAll(() => server.close());

const info = (who: Pick<SignedInClient, 'call'> = server.visitor(), modelcode = 'SLABS') =>
  who.call(contracts.getCatalogue, { modelcode });

type Asked = Partial<contracts.CallInput<typeof contracts.predict>>;
const predict = async (picture: Buffer, asked: Asked = {}, who: Pick<SignedInClient, 'call'> = server.visitor()) =>
  await who.call(contracts.predict, { modelcode: 'SLABS', base64Image: picture.toString('base64'), ...asked });

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#000' } });

test.each([0, 1, 2] as const)(
  'D7.19, D3.15: in mode %s a photograph of each product finds that product',
  async (mode) => {
    for (const tile of TILES) {
      const results = await predict(await photographOf(tile), { customParams: { mode, note: 'In the hall' } });
      expect(results[0]?.content.title, tile).toBe(tile);
      expect(results.slice(1).every(({ isMatch }) => !isMatch)).toBe(true);
    }
  },
);

test('D3.8, D3.10: a result has content, what can be opened of it, skin, brand, group, and how like it is', async () => {
  const webUrl = 'https://www.tiles.example/warm';
  await giulia.call(contracts.changeContent, { contentId: ids.get('tile-terrazzo-warm') ?? 0, webUrl });
  const [first, second] = await predict(await photographOf('tile-terrazzo-warm'), {
    maxResults: 2,
    customerCode: 'DEMO',
  });
  const { rows } = await server.context.pool.query<{ id: string; admin: string }>(
    `select id, admin_id as admin from companies where code = 'DEMO'`,
  );
  expect(first).toMatchObject({
    content: { webUrl, catId: slabs, brandId: null, ownerId: rows[0]?.id, adminId: rows[0]?.admin },
    mediaActions: ['web'],
    brand: null,
    skin: null,
    group: { id: slabs, title: 'Slabs' },
    region: null,
  });
  expect(second?.distance).toBeGreaterThan(first?.distance ?? 0);
  expect(second?.similarity).toBeLessThanOrEqual(first?.similarity ?? 0);
  const picture = await fetch(new URL(first?.pictureUrl ?? '', server.url));
  expect(picture.headers.get('content-type')).toBe('image/webp');
});

test('a photograph is searched for several products if that is asked: each result has its region', async () => {
  const shown = await Promise.all(
    ['tile-cement-lily', 'tile-slate-rust'].map(async (tile, place) => ({
      input: await sharp(await photographOf(tile))
        .resize(400, 400)
        .toBuffer(),
      left: 400 * place,
      top: 400 * place,
    })),
  );
  const wall = sharp({ create: { width: 800, height: 800, channels: 3, background: '#e8e4dc' } });
  const picture = await wall.composite(shown).jpeg().toBuffer();
  const results = await predict(picture, { customParams: { regions: true } });
  expect(results.length).toBeGreaterThan(0);
  for (const { region } of results) {
    const { x = -1, y = -1, width = 2, height = 2 } = region ?? {};
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.0001);
  }
}, 30_000);

test('D7.19: a picture that shows nothing has no results', async () => {
  expect(await predict(await plain(300, 400).jpeg().toBuffer())).toEqual([]);
});

test('D7.19: fields under the names of the document, as a form; the data prefix is ignored', async () => {
  const body = new FormData();
  const picture = (await photographOf('tile-wood-oak')).toString('base64');
  const fields = {
    customerCode: 'DEMO',
    'base64-image': `data:image/jpeg;base64,${picture}`,
    'max-results': '1',
    'custom-params': JSON.stringify({ mode: 1 }),
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const { json } = await server.visitor().raw('/api/deep/predict/SLABS', { method: 'POST', body });
  expect(json).toMatchObject({ result: { success: true, code: 200 }, data: [{ content: { title: 'tile-wood-oak' } }] });
});

test('D7.19: requires the API key, and a catalogue that the caller may see', async () => {
  const picture = (await photographOf('tile-wood-oak')).toString('base64');
  const headers = { 'x-api-key': 'wrong' };
  const given = { modelcode: 'SLABS', base64Image: picture };
  await expect(server.visitor().call(contracts.predict, given, headers)).rejects.toEqual(refusal('badApiKey'));
  const own = await addCatalogue(server, { modelCode: 'OWN', owner: 'DEMO' });
  await addProduct(giulia, own, 'tile-wood-oak', { visibility: 'company' });
  for (const [modelcode, customerCode, who] of [
    ['NONE', undefined, server.visitor()],
    ['SLABS', 'TILES', server.visitor()],
    ['OWN', undefined, server.visitor()],
    ['OWN', 'DEMO', elena],
  ] as const) {
    const wanted = { modelcode, ...(customerCode && { customerCode }) };
    await expect(who.call(contracts.predict, { ...wanted, base64Image: picture })).rejects.toEqual(refusal('notFound'));
    await expect(who.call(contracts.getCatalogue, wanted)).rejects.toEqual(refusal('notFound'));
    await expect(who.call(contracts.listCatalogueProducts, wanted)).rejects.toEqual(refusal('notFound'));
    await expect(who.call(contracts.sendRecognitionFeedback, wanted)).rejects.toEqual(refusal('notFound'));
    expect(
      (await who.raw(`/api/deep/catalogues/${modelcode}?index${customerCode ? `&customerCode=${customerCode}` : ''}`))
        .status,
    ).toBe(404);
  }
  await areReady(server, ['OWN']);
  expect(await giulia.call(contracts.predict, { modelcode: 'OWN', base64Image: picture })).toHaveLength(1);
}, 60_000);

test('D7.19: a product that the caller may not see is in no answer, index or list', async () => {
  const picture = await photographOf('tile-terrazzo-night');
  expect((await predict(picture, {}, giulia))[0]?.content.id).toBe(ids.get('hidden'));
  const forVisitor = await predict(picture);
  expect(forVisitor.map(({ content }) => content.id)).not.toContain(ids.get('hidden'));
  expect(forVisitor.filter(({ isMatch }) => isMatch)).toEqual([]);
  const visitor = server.visitor();
  expect([(await info(giulia)).productsCount, (await info()).productsCount]).toEqual([7, 6]);
  const { items } = await visitor.call(contracts.listCatalogueProducts, { modelcode: 'SLABS' });
  expect(items.map(({ title }) => title).toSorted()).toEqual(TILES.toSorted());
  const bytes = async (headers: Record<string, string>) =>
    await fetch(new URL('/api/deep/catalogues/SLABS?index', server.url), { headers });
  const { secrets, clock } = server.context;
  const key = { 'x-api-key': secrets.apiKey, 'x-device-id': 'device-1', 'x-timestamp': clock.now().toISOString() };
  const open = await bytes(key);
  const seen = Catalogue.decode(new Uint8Array(await open.arrayBuffer()));
  const all = Catalogue.decode(
    new Uint8Array(await (await bytes({ authorization: `Bearer ${giulia.token}` })).arrayBuffer()),
  );
  expect([seen.picturesCount, all.picturesCount]).toEqual([6, 7]);
  expect(open.headers.get('cache-control')).toBe('no-cache');
  const again = await bytes({ ...key, 'if-none-match': open.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('a device gets titles, lines and pictures of all products at once', async () => {
  const descr = '60 × 60 cm, matt\n\nFor indoors and out';
  await giulia.call(contracts.changeContent, { contentId: ids.get('tile-marble-gold') ?? 0, descr });
  const { items } = await server.visitor().call(contracts.listCatalogueProducts, { modelcode: 'SLABS' });
  const gold = items.find(({ title }) => title === 'tile-marble-gold');
  expect(gold).toMatchObject({ contentId: ids.get('tile-marble-gold'), line: '60 × 60 cm, matt' });
  expect(Object.values(gold?.pictureUrls ?? {})).toEqual([gold?.imageUrl]);
  expect((await fetch(new URL(gold?.imageUrl ?? '', server.url))).status).toBe(200);
});

async function pngOf(width: number, height: number): Promise<Buffer> {
  return await plain(width, height).png().toBuffer();
}

const badPictures: readonly (readonly [what: string, make: () => Promise<string>, error: contracts.ErrorName])[] = [
  ['text instead of base64', async () => 'not base64!', 'invalidInput'],
  ['a document', async () => Buffer.from('%PDF-1.7 hello').toString('base64'), 'notAnImage'],
  ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'notAnImage'],
  ['half a file', async () => (await photographOf('tile-wood-oak')).subarray(0, 4000).toString('base64'), 'fileCutOff'],
  ['one pixel', async () => (await pngOf(1, 1)).toString('base64'), 'tooSmallToSee'],
  ['a picture bomb', async () => (await pngOf(4200, 4100)).toString('base64'), 'tooManyPixels'],
  [
    'a JPEG of 50 million pixels',
    async () => (await plain(8000, 6250).jpeg().toBuffer()).toString('base64'),
    'tooManyPixels',
  ],
];
test.each(badPictures)(
  'D7.19: %s is refused with its own error',
  async (_, make, error) => {
    const base64Image = await make();
    await expect(server.visitor().call(contracts.predict, { modelcode: 'SLABS', base64Image })).rejects.toMatchObject({
      code: contracts.codeOf(error),
    });
  },
  60_000,
);

test('D7.19: 16 million pixels are answered, more bytes than a file may have are not', async () => {
  const large = await sharp(await photographOf('tile-marble-gold'))
    .resize(4000, 4000, { fit: 'fill' })
    .jpeg({ quality: 40 })
    .toBuffer();
  expect((await predict(large))[0]?.content.title).toBe('tile-marble-gold');
  const bytes = Buffer.alloc(server.context.settings.maxFileBytes + 1);
  await expect(predict(bytes)).rejects.toMatchObject({ code: 413 });
}, 60_000);

test.each([
  ['custom-params', { customParams: { mode: 3 as 0 } }],
  ['custom-params', { customParams: { note: 'a'.repeat(1001) } }],
  ['max-results', { maxResults: 0 }],
  ['max-results', { maxResults: 21 }],
  ['base64-image', { base64Image: '' }],
])('D7.19: a wrong %s is a 400 that names it: %#', async (field, asked) => {
  await expect(predict(await photographOf('tile-wood-oak'), asked)).rejects.toMatchObject({
    code: 400,
    message: `Invalid field: ${field}`,
  });
});

test('D7.19: visitors of an address may ask 60 times a minute, and are then told to wait', async () => {
  const busy = await startTestServer();
  try {
    const base64Image = (await pngOf(20, 20)).toString('base64');
    const ask = () => busy.visitor().call(contracts.predict, { modelcode: 'NONE', base64Image });
    for (let asked = 0; asked < 60; asked += 1) await expect(ask()).rejects.toEqual(refusal('notFound'));
    await expect(ask()).rejects.toEqual(refusal('tooManyTries'));
  } finally {
    await busy.close();
  }
}, 60_000);

test('more photographs than can wait are refused, and the others answered', async () => {
  const picture = await photographOf('tile-hex-sage');
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => predict(picture, {}, giulia)));
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer).toMatchObject({ reason: refusal('recognitionBusy') });
  expect(refused.length).toBeLessThanOrEqual(20);
  expect((await predict(picture))[0]?.content.title).toBe('tile-hex-sage');
}, 60_000);

test('people who look for several products at the same time wait for one another', async () => {
  const base64Image = (await photographOf('tile-hex-sage')).toString('base64');
  const given = { modelcode: 'SLABS', base64Image, customParams: { regions: true } };
  const answers = await Promise.all(Array.from({ length: 3 }, () => giulia.call(contracts.predict, given)));
  expect(answers).toHaveLength(3);
}, 60_000);

const stored = async () => {
  const { rows } = await server.context.pool.query<{ id: string; version: string; format: number | null }>(
    'select file_id as id, xmin::text as version, format from picture_descriptions order by file_id',
  );
  return rows;
};
const digest = async () =>
  (await server.context.pool.query<{ digest: string }>('select digest from catalogues where category_id = $1', [slabs]))
    .rows[0]?.digest;

test('a new product is found, without describing the others again; a deleted one is gone at once', async () => {
  const before = await stored();
  const was = await digest();
  const id = await addProduct(giulia, slabs, 'tile-mosaic-penny');
  await server.restart();
  await expect.poll(digest, WAIT).not.toBe(was);
  const picture = await photographOf('tile-mosaic-penny');
  expect((await predict(picture))[0]?.content.id).toBe(id);
  // A row that is written again has another version.
  expect((await stored()).filter((row) => before.some((one) => one.id === row.id))).toEqual(before);
  await giulia.call(contracts.deleteContent, { contentId: id });
  expect((await predict(picture)).map(({ content }) => content.id)).not.toContain(id);
}, 90_000);

test('a narrow product is found also while the picture of another one cannot be read; that one is found later', async () => {
  const was = await digest();
  const border = await sharp(await photographOf('tile-cement-lily'))
    .resize(2400, 240)
    .jpeg()
    .toBuffer();
  const narrow = await addProduct(giulia, slabs, 'tile-cement-lily', { imageBase64: border.toString('base64') });
  const unread = await addProduct(giulia, slabs, 'tile-mosaic-penny');
  const found = async () =>
    (await predict(await photographOf('tile-mosaic-penny'), { maxResults: 20 }, giulia)).map(
      ({ content }) => content.id,
    );
  const { rows } = await server.context.pool.query<{ id: string; width: number }>(
    'select id, width from content_files where content_id = $1',
    [unread],
  );
  const [row] = rows;
  const key = blobKeyOf(row?.id ?? '', `${Math.min(row?.width ?? 0, 800)}.webp`);
  const bytes = await server.context.blobs.read(key);
  await server.context.blobs.delete(key);
  await server.restart();
  await expect.poll(digest, WAIT).not.toBe(was);
  expect(await found()).toContain(narrow);
  expect(await found()).not.toContain(unread);
  await server.context.blobs.write(key, bytes ?? Buffer.alloc(0));
  await expect.poll(async () => (await found())[0], { ...WAIT, interval: 2000 }).toBe(unread);
  for (const contentId of [narrow, unread]) await giulia.call(contracts.deleteContent, { contentId });
}, 90_000);

test('pictures of an older format, and those that a server that is gone had claimed, are described again', async () => {
  const { pool } = server.context;
  await pool.query('update picture_descriptions set format = $1, claimed_by = gen_random_uuid()', [
    RECOGNITION_FORMAT - 1,
  ]);
  await pool.query('update catalogues set format = $1', [RECOGNITION_FORMAT - 1]);
  expect((await info()).isReady).toBe(false);
  await expect(predict(await photographOf('tile-wood-oak'))).rejects.toEqual(refusal('catalogueNotReady'));
  await server.restart();
  await expect.poll(async () => (await info()).isReady, WAIT).toBe(true);
  expect((await stored()).every(({ format }) => format === RECOGNITION_FORMAT)).toBe(true);
  expect((await predict(await photographOf('tile-wood-oak')))[0]?.content.title).toBe('tile-wood-oak');

  // The index has it until it is built again.
  const catId = await addCatalogue(server, { modelCode: 'OTHER' });
  const contentId = ids.get('tile-wood-oak') ?? 0;
  await giulia.call(contracts.changeContent, { contentId, catId });
  const results = await predict(await photographOf('tile-wood-oak'));
  expect(results.map(({ content }) => content.id)).not.toContain(contentId);
}, 90_000);

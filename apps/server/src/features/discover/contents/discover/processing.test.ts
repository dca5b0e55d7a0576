/** Processing of views, and what devices download of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { decodeIndex, decodeView, encodeIndexRecord, VIEW_FORMAT } from '@earth/vision';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addContent, deleteContents } from '../../../../../testing/contents';
import { addPerson } from '../../../../../testing/crowd';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../../testing/start-test-server';
import { places } from '../../../../config/places';
import { alikeViews } from '../../../../db/migrations/0001-0040/0040-alike-views';
import { blobKeyOf } from '../media';

let server: TestServer;
let giulia: SignedInClient;
let bronze: Buffer;
const { model, scene } = contracts.ContentView;

beforeAll(async () => {
  server = await startTestServer({ PROCESS_VIEWS: 'true' });
  // Without the markers of the demo, of which the first is being processed.
  await deleteContents(server);
  await server.restart();
  giulia = await addPerson(server);
  bronze = await readFile(join(places.demo, 'bronze-head.webp'));
});
afterAll(() => server.close());
beforeEach(() => deleteContents(server));

async function addModel(): Promise<string> {
  const contentId = await addContent(server, { view: model });
  const id = server.context.random.id();
  await server.context.pool.query('insert into models values ($1, $2)', [id, contentId]);
  return id;
}

const addView = async (modelUniqueId: string, picture: Buffer) =>
  await giulia.call(contracts.addModelView, { modelUniqueId, imageBase64: picture.toString('base64') });

/** A marker as an import adds it. @returns the number of its scene */
async function addMarker(visibility: 'public' | 'company', change = ''): Promise<number> {
  const { blobs, pool, random } = server.context;
  const sceneId = await addContent(server, { view: scene, visibility });
  const fileId = random.id();
  await blobs.write(blobKeyOf(fileId, 'file.webp'), bronze);
  await pool.query(`insert into content_files (id, content_id, kind, ending) values ($1, $2, 'marker', 'webp')`, [
    fileId,
    sceneId,
  ]);
  await pool.query('insert into triggers (scene_id, s_type, file_id) values ($1, 1, $2)', [sceneId, fileId]);
  await pool.query('insert into views (id, file_id, queued_at) values ($1, $2, now())', [random.id(), fileId]);
  if (change) await pool.query(change);
  return sceneId;
}

async function indexAt(path: string, headers: Record<string, string> = {}) {
  const { secrets, clock } = server.context;
  const key = { 'x-api-key': secrets.apiKey, 'x-device-id': 'device-1', 'x-timestamp': clock.now().toISOString() };
  const response = await fetch(new URL(path, server.url), { headers: { ...key, ...headers } });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test('D7.15: ?process rates the views of a model, while other requests are answered; a device then downloads index and views', async () => {
  const id = await addModel();
  const { uniqueId, width, height } = await addView(id, bronze);
  let isProcessed = false;
  const processing = giulia.call(contracts.processModel, { id }).finally(() => {
    isProcessed = true;
  });
  await expect.poll(async () => (await giulia.call(contracts.listModelViews, { m: id }))[0]?.state).toBe('queued');
  await server.visitor().call(contracts.listContents, {});
  expect(isProcessed).toBe(false);
  expect(await processing).toEqual([{ uniqueId, rating: 5, reason: null, keyPointsCount: 0 }]);

  const { viewsCount, viewsBytes } = await giulia.call(contracts.getModel, { id });
  const index = await indexAt(`/api/discover/models/${id}?index`);
  expect([viewsCount, viewsBytes]).toEqual([1, index.bytes.length]);
  const [indexed] = decodeIndex(index.bytes);
  expect(indexed?.id).toBe(uniqueId);
  const etag = index.response.headers.get('etag') ?? '';
  expect(index.response.headers.get('cache-control')).toBe('no-cache');
  const again = await indexAt(`/api/discover/models/${id}?index`, { 'if-none-match': etag });
  expect([again.response.status, again.bytes.length]).toEqual([304, 0]);

  const address = new URL(`/api/discover/views/${indexed?.digest}`, server.url);
  const view = await fetch(address);
  expect(view.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const bytes = new Uint8Array(await view.arrayBuffer());
  expect(decodeView(bytes).descriptors.count).toBeGreaterThan(1000);
  const part = await fetch(address, { headers: { range: 'bytes=1000-' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(1000));
  const changed = await fetch(address, { headers: { range: 'bytes=1000-', 'if-range': '"other"' } });
  expect(changed.status).toBe(200);
  expect((await fetch(new URL(`/api/discover/views/${'0'.repeat(32)}`, server.url))).status).toBe(404);
  expect((await fetch(new URL('/api/discover/views/x', server.url))).status).toBe(400);

  // Only what has changed is processed again; until then the index stays.
  const stored = () => server.context.pool.query('select id, digest, xmin from views order by position');
  const other = await addView(id, await readFile(join(places.demo, 'museum-krater.webp')));
  const [before] = (await stored()).rows;
  const results = await giulia.call(contracts.processModel, { id });
  expect(results.map((result) => [result.uniqueId, result.rating])).toEqual([
    [uniqueId, 5],
    [other.uniqueId, 5],
  ]);
  expect((await stored()).rows[0]).toEqual(before);
  const maskBase64 = (
    await sharp({ create: { width, height, channels: 4, background: '#000' } })
      .png()
      .toBuffer()
  ).toString('base64');
  expect(await giulia.call(contracts.maskModelView, { id: uniqueId, maskBase64 })).toMatchObject({ state: 'changed' });
  expect(decodeIndex((await indexAt(`/api/discover/models/${id}?index`)).bytes)).toHaveLength(2);
  expect(await giulia.call(contracts.processModel, { id })).toMatchObject([
    { rating: 0, reason: 'masked' },
    { rating: 5 },
  ]);
  expect(decodeIndex((await indexAt(`/api/discover/models/${id}?index`)).bytes)).toHaveLength(1);
}, 120_000);

test('D7.15: a view for which the engine takes an earlier one of the model is rated lower, and says so', async () => {
  const id = await addModel();
  await addView(id, bronze);
  const { width, height } = await sharp(bronze).metadata();
  const patch = { width: Math.round(0.3 * width), height, channels: 3, background: '#29c885' } as const;
  const composite = [{ input: await sharp({ create: patch }).png().toBuffer(), left: 0, top: 0 }];
  await addView(id, await sharp(bronze).composite(composite).png().toBuffer());
  const [first, retouched] = await giulia.call(contracts.processModel, { id });
  expect(first).toMatchObject({ rating: 5, reason: null });
  expect(retouched?.reason).toBe('alike');
  expect(retouched?.rating).toBeLessThanOrEqual(2);

  // As it was processed before views were compared: the migration makes the next processing compare it.
  const { pool } = server.context;
  await pool.query('update views set rating = 5, reason = null where id = $1', [retouched?.uniqueId]);
  await pool.query(alikeViews.sql);
  expect((await giulia.call(contracts.listModelViews, { m: id })).map(({ state }) => state)).toEqual([
    'processed',
    'changed',
  ]);
  expect((await giulia.call(contracts.processModel, { id })).map(({ reason }) => reason)).toEqual([null, 'alike']);
}, 120_000);

test('D8.7: ?process says what is wrong: no views, or none that can be recognized, with the reason of each', async () => {
  const id = await addModel();
  const process = () => giulia.call(contracts.processModel, { id });
  await expect(process()).rejects.toEqual(refusal('noViews'));
  const plain = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#777' } })
    .png()
    .toBuffer();
  const { uniqueId } = await addView(id, plain);
  await expect(process()).rejects.toMatchObject({
    code: 422,
    message: 'Failed to process the model',
    fields: { [uniqueId]: 'tooFew' },
  });
  expect((await giulia.call(contracts.getModel, { id })).viewsCount).toBe(1);
});

test('processing of a model can be cancelled', async () => {
  const id = await addModel();
  await addView(id, bronze);
  const processing = giulia.call(contracts.processModel, { id });
  const state = async () => (await giulia.call(contracts.listModelViews, { m: id }))[0]?.state;
  await expect.poll(state).toBe('queued');
  await giulia.call(contracts.cancelProcessing, { id });
  expect(await processing).toMatchObject([{ rating: null }]);
  expect(await state()).toBe('new');
});

test('markers are processed by themselves: also one of another format, and one that a server that is gone had claimed', async () => {
  const openScene = await addMarker('public', `update views set format = ${VIEW_FORMAT - 1}, queued_at = null`);
  const ownScene = await addMarker('company', `update views set claimed_by = gen_random_uuid() where format is null`);
  await server.restart();
  const markers = async () => await giulia.call(contracts.listMarkers, {});
  await expect.poll(async () => (await markers()).map(({ rating }) => rating), { timeout: 60_000 }).toEqual([5, 5]);
  const seen = await markers();
  expect(seen.map(({ sceneId }) => sceneId)).toEqual([openScene, ownScene]);
  const [trigger] = await server.visitor().call(contracts.listTriggers, { sid: openScene });
  expect(trigger?.viewId).toBe(seen[0]?.viewId);
  const idsFor = async (headers: Record<string, string>) =>
    decodeIndex((await indexAt('/api/markers?index&place=0', headers)).bytes).map(({ id }) => id);
  expect(await idsFor({})).toEqual([trigger?.viewId]);
  expect((await idsFor({ authorization: `Bearer ${giulia.token}` })).toSorted()).toEqual(
    seen.map(({ viewId }) => viewId ?? '').toSorted(),
  );
}, 90_000);

test('viewsBytes is the size of the index, also of more views than have all of their features in it', async () => {
  const id = await addModel();
  const count = 300;
  const features = {
    count,
    bits: new Int32Array(8 * count),
    angle: new Float32Array(count),
    scale: new Float32Array(count),
  };
  const digest = 'ab'.repeat(16);
  const record = encodeIndexRecord({ id, digest, width: 512, height: 384, features });
  await server.context.pool.query(
    `with files as (insert into content_files (id, content_id, kind, ending)
        select gen_random_uuid(), content_id, 'view', 'webp' from models, generate_series(1, 210) where models.id = $1 returning id)
      insert into views (id, file_id, model_id, format, digest, index_record)
        select gen_random_uuid(), id, $1, $2, $3, $4 from files`,
    [id, VIEW_FORMAT, digest, Buffer.from(record)],
  );
  const { viewsCount, viewsBytes } = await giulia.call(contracts.getModel, { id });
  const { bytes } = await indexAt(`/api/discover/models/${id}?index`);
  expect([viewsCount, viewsBytes]).toEqual([210, bytes.length]);
});

/** The calls about views of models and their key points. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { VIEW_FORMAT } from '@earth/vision';
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
import { claimNext, enqueueOutdated, enqueueViews } from './queue-store';

let server: TestServer;
let giulia: SignedInClient;
let elena: SignedInClient;
let luca: SignedInClient;
let picture: string;
let modelUniqueId: string;
let modelContent: number;
const nobody = '0190a000-0000-7000-8000-0000000000aa';
const { model, keypoint } = contracts.ContentView;

beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
  elena = await addPerson(server, { companyCode: 'TILES' });
  luca = await addPerson(server, { role: 'ASSISTED' });
  picture = (await readFile(join(places.demo, 'bronze-head.webp'))).toString('base64');
});
afterAll(() => server.close());
beforeEach(async () => {
  await deleteContents(server);
  modelContent = await addContent(server, { view: model, visibility: 'company' });
  modelUniqueId = server.context.random.id();
  await server.context.pool.query('insert into models values ($1, $2)', [modelUniqueId, modelContent]);
});

const addView = (imageBase64 = picture, person = giulia) =>
  person.call(contracts.addModelView, { modelUniqueId, imageBase64 });
const viewsFor = (person: Pick<SignedInClient, 'call'>) => person.call(contracts.listModelViews, { m: modelUniqueId });
const png = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
const maskFor = async ({ width, height }: Pick<contracts.ModelView, 'width' | 'height'>) =>
  (await png(width, height, '#000000')).toString('base64');
const upright = async () =>
  (await sharp(Buffer.from(picture, 'base64')).rotate(90).jpeg().toBuffer()).toString('base64');

test.each([
  ['GET', `modelviews?m=${nobody}`],
  ['GET', `modelviews/${nobody}?getImage`],
  ['GET', `modelviews/${nobody}?getLayer`],
  ['POST', 'modelviews'],
  ['PUT', `modelviews/${nobody}`],
  ['DELETE', `modelviews/${nobody}`],
  ['GET', `keypoint?mvId=${nobody}`],
  ['GET', `keypoint/${nobody}`],
  ['POST', 'keypoint'],
  ['DELETE', 'keypoint'],
  ['GET', `models/${nobody}?index`],
  ['GET', `models/${nobody}?keypoints`],
  ['DELETE', `models/${nobody}?process`],
])('%s /api/discover/%s requires a session, or the key of this build', async (method, path) => {
  expect((await fetch(new URL(`/api/discover/${path}`, server.url), { method })).status).toBe(401);
});

test('D3.11, D7.16: an editor adds views with pictures, masks them and deletes them', async () => {
  const made = await addView();
  expect(made).toMatchObject({ id: 1, modelUniqueId, rating: null, keyPointsCount: 0, state: 'new', width: 960 });
  const second = await addView(await upright());
  expect(await viewsFor(luca)).toEqual([made, second]);
  const { viewsCount } = await giulia.call(contracts.getModel, { id: modelUniqueId });
  expect(viewsCount).toBe(2);
  expect((await fetch(new URL(made.imageUrl, server.url))).headers.get('content-type')).toBe('image/jpeg');

  const id = made.uniqueId;
  const image = await sharp(Buffer.from(await giulia.call(contracts.getViewImage, { id }), 'base64')).metadata();
  expect(image).toMatchObject({ format: 'png', width: made.width, height: made.height });
  expect(await giulia.call(contracts.getViewLayer, { id })).toBe(contracts.NO_LAYER);
  await giulia.call(contracts.maskModelView, { id, maskBase64: await maskFor(made) });
  const layer = await sharp(Buffer.from(await giulia.call(contracts.getViewLayer, { id }), 'base64')).metadata();
  expect(layer).toMatchObject({ format: 'png', width: made.width, height: made.height });
  await giulia.call(contracts.maskModelView, { id, maskBase64: '' });
  expect(await giulia.call(contracts.getViewLayer, { id })).toBe(contracts.NO_LAYER);

  await giulia.call(contracts.deleteModelView, { id });
  expect(await viewsFor(giulia)).toEqual([second]);
  expect((await fetch(new URL(made.imageUrl, server.url))).status).toBe(404);
});

test('a mask that somebody else has saved meanwhile is not overwritten', async () => {
  const view = await addView();
  const id = view.uniqueId;
  expect(view.maskVersion).toBe(0);
  const maskBase64 = await maskFor(view);
  const mask = (basedOn: number | undefined, base64 = maskBase64) =>
    giulia.call(contracts.maskModelView, { id, maskBase64: base64, ...(basedOn !== undefined && { basedOn }) });
  const both = await Promise.allSettled([mask(0), mask(0)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const stored = await giulia.call(contracts.getViewLayer, { id });
  await expect(mask(0, '')).rejects.toEqual(refusal('contentChanged'));
  expect(await giulia.call(contracts.getViewLayer, { id })).toBe(stored);
  expect(await mask(1, '')).toMatchObject({ maskVersion: 2 });
  expect(await mask(undefined)).toMatchObject({ maskVersion: 3 });
});

test('views are read like the content of their model, and written by operators and admins of its company', async () => {
  const view = await addView();
  const id = view.uniqueId;
  const maskBase64 = await maskFor(view);
  for (const stranger of [elena, server.visitor()]) {
    await expect(viewsFor(stranger)).rejects.toEqual(refusal('notFound'));
    await expect(stranger.call(contracts.getViewImage, { id })).rejects.toEqual(refusal('notFound'));
    await expect(stranger.call(contracts.getViewLayer, { id })).rejects.toEqual(refusal('notFound'));
    await expect(stranger.call(contracts.listKeypoints, { mvId: id })).rejects.toEqual(refusal('notFound'));
    await expect(stranger.call(contracts.listModelKeypoints, { id: modelUniqueId })).rejects.toEqual(
      refusal('notFound'),
    );
  }
  for (const [person, error] of [
    [elena, 'notFound'],
    [luca, 'notAllowed'],
  ] as const) {
    await expect(addView(await upright(), person)).rejects.toEqual(refusal(error));
    await expect(person.call(contracts.maskModelView, { id, maskBase64 })).rejects.toEqual(refusal(error));
    await expect(person.call(contracts.deleteModelView, { id })).rejects.toEqual(refusal(error));
    await expect(person.call(contracts.cancelProcessing, { id: modelUniqueId })).rejects.toEqual(refusal(error));
  }
  await server.context.pool.query(`update contents set visibility = 'public'`);
  expect(await viewsFor(server.visitor())).toHaveLength(1);
});

test('a picture that is small, broken, too large or there already is refused', async () => {
  await addView();
  const base64 = async (bytes: Promise<Buffer>) => (await bytes).toString('base64');
  await expect(addView()).rejects.toEqual(refusal('conflict'));
  await expect(addView(await base64(png(400, 99, '#777777')))).rejects.toEqual(refusal('tooSmallToSee'));
  await expect(addView(Buffer.from('no picture').toString('base64'))).rejects.toEqual(refusal('notAnImage'));
  await expect(addView(await base64(png(8000, 7000, '#777777')))).rejects.toEqual(refusal('tooManyPixels'));
  await expect(addView('%%%')).rejects.toEqual(refusal('invalidInput'));
  expect(await viewsFor(giulia)).toHaveLength(1);
});

test('a mask of another size, or one that is no picture, is refused with the field, and nothing is stored', async () => {
  const { uniqueId: id, width, height } = await addView();
  const mask = (maskBase64: string) => giulia.call(contracts.maskModelView, { id, maskBase64 });
  const sizes = [
    [width - 1, height],
    [width * 2, height * 2],
    [height, width],
  ] as const;
  for (const [wide, high] of sizes) {
    const refused = mask(await maskFor({ width: wide, height: high }));
    await expect(refused).rejects.toEqual(refusal('otherSize'));
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('maskBase64') });
  }
  await expect(mask(btoa('no picture'))).rejects.toEqual(refusal('notAnImage'));
  expect(await giulia.call(contracts.getViewLayer, { id })).toBe(contracts.NO_LAYER);
  const { rows } = await server.context.pool.query(`select from content_files where kind = 'mask'`);
  expect(rows).toEqual([]);
});

test('D3.12, D5.22, D7.17: a content has one point in a view, which is moved, recoloured and deleted', async () => {
  const { uniqueId: viewUniqueId } = await addView();
  const contentId = await addContent(server, { view: keypoint, groupId: modelContent, visibility: 'company' });
  const place = { viewUniqueId, contentId, posX: 10.5, posY: 20 };
  const made = await giulia.call(contracts.saveKeypoint, place);
  expect(made).toMatchObject({ ...place, color: '#ff0000' });
  const moved = await giulia.call(contracts.saveKeypoint, { ...place, posX: 11, color: '#29c885' });
  expect(moved).toEqual({ ...made, posX: 11, color: '#29c885' });
  expect(await giulia.call(contracts.listKeypoints, { mvId: viewUniqueId })).toEqual([moved]);
  const shown = await giulia.call(contracts.getKeypoint, { id: made.keypointUniqueId });
  expect(shown).toMatchObject({ ...moved, contentData: { content: { id: contentId } } });
  const { items } = await giulia.call(contracts.listModelKeypoints, { id: modelUniqueId });
  const [view] = await viewsFor(giulia);
  expect(items).toEqual([{ ...shown, width: view?.width, height: view?.height }]);
  expect(view?.keyPointsCount).toBe(1);

  await expect(elena.call(contracts.getKeypoint, { id: made.keypointUniqueId })).rejects.toEqual(refusal('notFound'));
  for (const [person, error] of [
    [elena, 'notFound'],
    [luca, 'notAllowed'],
  ] as const) {
    await expect(person.call(contracts.saveKeypoint, place)).rejects.toEqual(refusal(error));
    await expect(person.call(contracts.deleteKeypoint, { viewUniqueId, contentId })).rejects.toEqual(refusal(error));
  }
  await giulia.call(contracts.deleteKeypoint, { viewUniqueId, contentId });
  expect(await giulia.call(contracts.listKeypoints, { mvId: viewUniqueId })).toEqual([]);
  await expect(giulia.call(contracts.deleteKeypoint, { viewUniqueId, contentId })).rejects.toEqual(refusal('notFound'));
});

test('the models with a point of a content are found, as far as both may be seen', async () => {
  const { uniqueId: viewUniqueId } = await addView();
  const point = await addContent(server, { view: keypoint, groupId: modelContent, visibility: 'company' });
  const found = async (person: Pick<SignedInClient, 'call'>) => {
    const { items, total } = await person.call(contracts.listModels, { point });
    return [items.map(({ uniqueId }) => uniqueId), total];
  };
  expect(await found(giulia)).toEqual([[], 0]);
  await giulia.call(contracts.saveKeypoint, { viewUniqueId, contentId: point, posX: 1, posY: 1 });
  expect(await found(giulia)).toEqual([[modelUniqueId], 1]);
  await server.context.pool.query(`update contents set visibility = 'public' where id = $1`, [modelContent]);
  for (const stranger of [elena, server.visitor()]) expect(await found(stranger)).toEqual([[], 0]);
  await giulia.call(contracts.deleteKeypoint, { viewUniqueId, contentId: point });
  expect(await found(giulia)).toEqual([[], 0]);
  expect((await giulia.raw('/api/discover/models?point=x')).status).toBe(400);
});

test('a point of a public model stays hidden from those who may not see its content', async () => {
  const { uniqueId: viewUniqueId } = await addView();
  const contentId = await addContent(server, { view: keypoint, groupId: modelContent, visibility: 'company' });
  await giulia.call(contracts.saveKeypoint, { viewUniqueId, contentId, posX: 1, posY: 1 });
  await server.context.pool.query(`update contents set visibility = 'public' where id = $1`, [modelContent]);
  expect(await giulia.call(contracts.listKeypoints, { mvId: viewUniqueId })).toHaveLength(1);
  for (const stranger of [elena, server.visitor()])
    expect(await stranger.call(contracts.listKeypoints, { mvId: viewUniqueId })).toEqual([]);
});

test('a point outside its picture, of another company’s content, or in a wrong colour is refused', async () => {
  const { uniqueId: viewUniqueId, width, height } = await addView();
  const contentId = await addContent(server, { view: keypoint, groupId: modelContent, visibility: 'company' });
  const theirs = await addContent(server, { owner: 'TILES' });
  const place = { viewUniqueId, contentId, posX: 1, posY: 1 };
  for (const wrong of [
    { posX: width + 1 },
    { posY: height + 1 },
    { posX: -1 },
    { contentId: theirs },
    { color: 'red' },
    { viewUniqueId: 'x' },
  ])
    await expect(giulia.call(contracts.saveKeypoint, { ...place, ...wrong })).rejects.toEqual(refusal('invalidInput'));
  await expect(giulia.call(contracts.saveKeypoint, { ...place, viewUniqueId: nobody })).rejects.toEqual(
    refusal('notFound'),
  );
});

test('what may succeed the next time is queued again; what a newer server has stored is not', async () => {
  const { db, pool } = server.context;
  const { uniqueId } = await addView();
  const isQueued = async () => (await viewsFor(giulia))[0]?.state === 'queued';
  const store = (format: number, reason: string | null) =>
    pool.query('update views set format = $1, reason = $2, queued_at = null where id = $3', [format, reason, uniqueId]);
  for (const [format, reason, isDue] of [
    [VIEW_FORMAT, 'twice', true],
    [VIEW_FORMAT, 'tooFew', false],
    [VIEW_FORMAT - 1, null, true],
    [VIEW_FORMAT + 1, null, false],
  ] as const) {
    await store(format, reason);
    await enqueueViews(db, { modelId: modelUniqueId }, VIEW_FORMAT);
    expect([format, reason, await isQueued()]).toEqual([format, reason, isDue]);
  }
  await enqueueOutdated(db, VIEW_FORMAT);
  expect(await isQueued()).toBe(false);
});

test('two servers never process the same view while both live', async () => {
  const { db, pool, random, nodeId } = server.context;
  const other = random.id();
  await pool.query('insert into nodes (id, seen_at) values ($1, now())', [other]);
  await addView();
  await addView(await upright());
  await pool.query('update views set queued_at = now()');
  const claims = await Promise.all([claimNext(db, nodeId), claimNext(db, other)]);
  const [own, theirs] = claims.map((claim) => claim?.id);
  expect(new Set([own, theirs, undefined]).size).toBe(3);
  // What a server has lost, as with its connection, it gets again.
  expect((await claimNext(db, nodeId))?.id).toBe(own);
  await pool.query('update views set queued_at = null where id = $1', [own]);
  expect(await claimNext(db, nodeId)).toBeUndefined();
  await pool.query('delete from nodes where id = $1', [other]);
  expect((await claimNext(db, nodeId))?.id).toBe(theirs);
});

test('a model has 500 views at most, and a view 200 points', async () => {
  const { pool } = server.context;
  const { uniqueId: viewUniqueId } = await addView();
  const contentId = await addContent(server, { view: keypoint, groupId: modelContent, visibility: 'company' });
  await pool.query(
    `with made as (
       insert into contents (company_id, visibility, date, ctn_view, group_id)
       select company_id, visibility, date, ctn_view, group_id from contents, generate_series(1, 200) where id = $1 returning id)
     insert into keypoints (id, view_id, content_id, pos_x, pos_y, color) select gen_random_uuid(), $2, id, 1, 1, '#ff0000' from made`,
    [contentId, viewUniqueId],
  );
  const place = { viewUniqueId, contentId, posX: 10, posY: 20 };
  await expect(giulia.call(contracts.saveKeypoint, place)).rejects.toEqual(refusal('tooManyPoints'));
  const [first] = await giulia.call(contracts.listKeypoints, { mvId: viewUniqueId });
  // One that is there is still moved.
  await expect(
    giulia.call(contracts.saveKeypoint, { ...place, contentId: first?.contentId ?? 0 }),
  ).resolves.toBeDefined();

  await pool.query(
    `with files as (
       insert into content_files (id, content_id, kind, ending, digest, width, height)
       select gen_random_uuid(), content_id, kind, ending, digest || number, width, height
       from content_files, generate_series(1, 499) as numbers (number)
       where id = (select file_id from views where id = $1) returning id)
     insert into views (id, model_id, file_id, position)
     select gen_random_uuid(), (select model_id from views where id = $1), id, 2 from files`,
    [viewUniqueId],
  );
  await expect(addView((await png(300, 200, '#123456')).toString('base64'))).rejects.toEqual(refusal('tooManyViews'));
});

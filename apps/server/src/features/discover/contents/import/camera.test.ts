/** Models with views, and scenes with items, from a file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteContents } from '../../../../../testing/contents';
import { addPerson } from '../../../../../testing/crowd';
import { glbOf } from '../../../../../testing/glb';
import { mp4, photograph } from '../../../../../testing/media';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../../testing/start-test-server';
import { importContents } from '.';

let server: TestServer;
let giulia: SignedInClient;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await deleteContents(server);
  folder = await mkdtemp(join(tmpdir(), 'earth-import-'));
  return () => rm(folder, { recursive: true });
});

async function runImport(contents: readonly object[]) {
  const path = join(folder, 'contents.json');
  await writeFile(path, JSON.stringify({ contents }));
  return await importContents(server.context, server.context.db, { path, company: 'DEMO' });
}

const put = async (name: string, bytes: Buffer) => await writeFile(join(folder, name), bytes);
const plain = async (background: string) =>
  await sharp({ create: { width: 300, height: 200, channels: 4, background } })
    .png()
    .toBuffer();
const eye = { key: 'eye', title_en: 'The eye', ctnView: 9, group: 'ruler' };
const ruler = { key: 'ruler', title_en: 'The ruler', ctnView: 7 };

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  return (await server.context.pool.query<Row>(sql)).rows;
}

test('a model gets its views with masks and key points; the next import keeps what was processed of unchanged ones', async () => {
  await put('front.jpg', await photograph(400, 300));
  await put('side.png', await plain('#a0522d'));
  await put('mask.png', await plain('#00000080'));
  const points = [{ content: 'eye', x: 120, y: 80.5 }];
  const views = [{ picture: 'front.jpg', mask: 'mask.png', points }, { picture: 'side.png' }];
  await runImport([{ ...ruler, views }, eye]);
  const { items: models } = await giulia.call(contracts.listModels, {});
  const id = models[0]?.uniqueId ?? '';
  const first = await giulia.call(contracts.listModelViews, { m: id });
  expect(first).toMatchObject([
    { id: 1, state: 'queued', keyPointsCount: 1, width: 300, height: 400 },
    { id: 2, state: 'queued', keyPointsCount: 0, width: 300, height: 200 },
  ]);
  expect(await giulia.call(contracts.getViewLayer, { id: first[0]?.uniqueId ?? '' })).not.toBe(contracts.NO_LAYER);
  const { items: found } = await giulia.call(contracts.listModelKeypoints, { id });
  expect(found).toMatchObject([
    { posX: 120, posY: 80.5, color: '#29c885', contentData: { content: { title: 'The eye' } } },
  ]);

  await server.context.pool.query('update views set format = 1, rating = 5, queued_at = null');
  await put('back.png', await plain('#2e8b57'));
  await runImport([{ ...ruler, views: [views[0], { picture: 'back.png' }] }, eye]);
  const second = await giulia.call(contracts.listModelViews, { m: id });
  expect(second).toMatchObject([
    { uniqueId: first[0]?.uniqueId, state: 'processed', rating: 5, keyPointsCount: 1 },
    { state: 'queued', rating: null },
  ]);
  await put('mask.png', await plain('#ffffff00'));
  await runImport([{ ...ruler, views: [views[0], { picture: 'back.png' }] }, eye]);
  const third = await giulia.call(contracts.listModelViews, { m: id });
  expect(third.map(({ uniqueId, state }) => [uniqueId, state])).toEqual(
    second.map(({ uniqueId }) => [uniqueId, 'queued']),
  );
  // A picture for each view, and the mask.
  expect(await ask(`select kind from content_files where kind in ('view', 'mask')`)).toHaveLength(3);

  await server.context.pool.query('update views set format = 1, rating = 5, is_changed = false, queued_at = null');
  await runImport([{ ...ruler, views: [{ picture: 'front.jpg' }, { picture: 'back.png' }] }, eye]);
  const unmasked = await giulia.call(contracts.listModelViews, { m: id });
  expect(unmasked.map(({ state }) => state)).toEqual(['queued', 'processed']);
  expect(await ask(`select kind from content_files where kind = 'mask'`)).toEqual([]);
});

test('a scene shows pictures, a gallery, a video, a 3D model and an info card where the file says', async () => {
  await put('marker.jpg', await photograph(400, 300));
  await put('other.png', await plain('#a0522d'));
  await put('film.mp4', mp4());
  await put('vase.glb', glbOf({}));
  const items = [
    { kind: 'picture', marker: 1, files: ['other.png'], title_en: 'Once', title_it: 'Una volta', y: 0.6, turnX: -20 },
    { kind: 'gallery', files: ['other.png', 'marker.jpg'] },
    { kind: 'video', marker: 2, files: ['film.mp4'], hasAlpha: true, videoStart: 2, videoEnd: 5 },
    { kind: 'model', files: ['vase.glb'], z: 0.1, width: 0.5 },
    { kind: 'info', content: 'eye' },
  ];
  const scene = { key: 'scene', title_en: 'A scene', ctnView: 11, markers: ['marker.jpg', 'other.png'], items };
  const rows = [scene, { key: 'eye', title_en: 'The eye', visibility: 'public' }];
  await runImport(rows);
  const { items: scenes } = await giulia.call(contracts.listScenes, {});
  const contentId = scenes[0]?.content.id ?? 0;
  expect(await ask('select id from views where queued_at is not null')).toHaveLength(2);
  const triggers = await giulia.call(contracts.listTriggers, { sid: contentId });
  const { scene: shown } = await giulia.call(contracts.getScene, { contentId, l: 'it' });
  expect(shown.items).toMatchObject([
    { kind: 'picture', triggerId: triggers[0]?.id, title: 'Una volta', position: [0, 0.6, 0], rotation: [-20, 0, 0] },
    { kind: 'gallery', triggerId: null, width: 1, contentId: null },
    { kind: 'video', triggerId: triggers[1]?.id, hasAlpha: true, videoStart: 2, videoEnd: 5 },
    { kind: 'model', position: [0, 0, 0.1], width: 0.5 },
    { kind: 'info', contentId: expect.any(Number), urls: [] },
  ]);
  expect(shown.items.map(({ urls }) => urls.length)).toEqual([1, 2, 1, 1, 0]);
  for (const url of shown.items.flatMap(({ urls }) => urls)) {
    expect((await fetch(new URL(url, server.url))).status).toBe(200);
    // The scene is its company's only, and so are its files.
    expect((await fetch(new URL(url.replace(/\?.*/, ''), server.url))).status).toBe(404);
  }
  const files = await ask(`select id from content_files where kind = 'item' order by id`);
  await runImport([{ ...scene, items: items.map((item) => ({ ...item, x: 0.25 })) }, rows[1] ?? {}]);
  const moved = await giulia.call(contracts.getScene, { contentId });
  expect(moved.scene.items.map(({ position }) => position[0])).toEqual([0.25, 0.25, 0.25, 0.25, 0.25]);
  expect(await ask(`select id from content_files where kind = 'item' order by id`)).toEqual(files);
  const visitor = server.visitor();
  await expect(visitor.call(contracts.getScene, { contentId })).rejects.toMatchObject({ code: 404 });
});

test('a 3D model goes when its cell is emptied', async () => {
  await put('vase.glb', glbOf({}));
  const vase = { key: 'vase', title_en: 'A vase', ctnView: 8 };
  const modelUrl = async () => (await giulia.call(contracts.listContents, {})).items[0]?.content.modelUrl;
  await runImport([{ ...vase, model: 'vase.glb' }]);
  expect(await modelUrl()).toContain('.glb');
  await runImport([vase]);
  expect(await modelUrl()).toContain('.glb');
  await runImport([{ ...vase, model: null }]);
  expect(await modelUrl()).toBeNull();
});

test('wrong views and items are named, and nothing is stored', async () => {
  await put(
    'small.png',
    await sharp({ create: { width: 90, height: 90, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  );
  await put('side.png', await plain('#a0522d'));
  await put('loop.glb', glbOf({ nodes: [{ children: [0] }] }));
  const failed = await runImport([
    {
      ...ruler,
      views: [{ picture: 'small.png' }, { picture: 'side.png', points: [{ content: 'nose', x: 999, y: 1 }] }],
    },
    { ...eye, views: [{ picture: 'side.png' }] },
    { key: 'twice', title_en: 'Twice', ctnView: 7, views: [{ picture: 'side.png' }, { picture: 'side.png' }] },
    { key: 'scene', title_en: 'A scene', ctnView: 11, items: [{ kind: 'video', marker: 1, files: ['side.png'] }] },
    { key: 'loop', title_en: 'A loop', ctnView: 11, items: [{ kind: 'model', files: ['loop.glb'] }] },
    { key: 'card', title_en: 'A card', ctnView: 11, items: [{ kind: 'info' }] },
  ]).then(
    () => '',
    (error: Error) => error.message,
  );
  for (const problem of [
    'row 1, views: This picture is too small to be recognised: small.png',
    'row 1, views: A point is outside of side.png, which has 300 × 200 pixels',
    'row 1, views: There is no content «nose»',
    'row 2, views: Only a model (ctnView 7) has them',
    'row 3, views: Another view has the same picture: side.png',
    'row 4, items: Item 1: a «video» has one .mp4 file',
    'row 4, items: Item 1: there is no marker 1',
    'row 5, items: The parts of the 3D model contain each other: loop.glb',
    'row 6, items: Item 1: a «info» has a content, and no files',
  ])
    expect(failed).toContain(problem);
  expect(await ask('select id from contents')).toEqual([]);
});

test('views stand in the cell of a CSV as JSON', async () => {
  await put('side.png', await plain('#a0522d'));
  const cell = JSON.stringify([{ picture: 'side.png', points: [{ content: 'eye', x: 1, y: 2 }] }]).replaceAll(
    '"',
    '""',
  );
  const path = join(folder, 'contents.csv');
  await writeFile(path, `key,title_en,ctnView,views\neye,The eye,9,\nruler,The ruler,7,"${cell}"\n`);
  await importContents(server.context, server.context.db, { path, company: 'DEMO' });
  expect(await ask('select pos_x as x, pos_y as y from keypoints')).toEqual([{ x: 1, y: 2 }]);
});

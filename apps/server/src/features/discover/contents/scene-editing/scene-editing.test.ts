/** The calls of the editor of scenes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addContent, deleteContents } from '../../../../../testing/contents';
import { addStaff } from '../../../../../testing/crowd';
import { glbOf } from '../../../../../testing/glb';
import { mp4 } from '../../../../../testing/media';
import { refusal, type SignedInClient, startTestServer } from '../../../../../testing/start-test-server';
import { places } from '../../../../config/places';

const server = await startTestServer({ PROCESS_VIEWS: 'true' });
await deleteContents(server);
await server.restart();
const { paolo, giulia, luca, elena } = await addStaff(server);
const bronze = (await readFile(join(places.demo, 'bronze-head.webp'))).toString('base64');
afterAll(() => server.close());

let sceneId: number;
const nobody = '0190a000-0000-7000-8000-0000000000aa';
beforeEach(async () => {
  await deleteContents(server);
  sceneId = await addContent(server, { view: contracts.ContentView.scene, visibility: 'public', title: 'Bronzes' });
});

const plain = async (background: string, width = 320, height = 240) =>
  (
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
const read = (person: Pick<SignedInClient, 'call'> = paolo) =>
  person.call(contracts.getEditableScene, { contentId: sceneId });
const addMarker = async (imageBase64 = bronze, replaces?: string) =>
  await paolo.call(contracts.addSceneMarker, {
    contentId: sceneId,
    basedOn: (await read()).version,
    imageBase64,
    ...(replaces !== undefined && { replaces }),
  });
const item = (fields: Partial<contracts.WrittenItem> = {}): contracts.WrittenItem => ({
  kind: 'picture',
  markerId: null,
  contentId: null,
  title: { en: '', it: '' },
  files: [{ base64: bronze }],
  hasAlpha: false,
  x: 0,
  y: 0,
  z: 0,
  turnX: 0,
  turnY: 0,
  turnZ: 0,
  width: 1,
  videoStart: 0,
  videoEnd: null,
  ...fields,
});
const save = async (items: contracts.WrittenItem[], person = paolo) =>
  await person.call(contracts.saveSceneItems, { contentId: sceneId, basedOn: (await read()).version, items });
const status = async (url: string) => (await fetch(new URL(url, server.url))).status;
const filesCount = async () => {
  const { rows } = await server.context.pool.query<{ count: number }>('select count(*)::int from content_files');
  return rows[0]?.count;
};

test('an admin makes a scene of a marker with a picture and an info card, which a visitor then sees', async () => {
  const contentId = await addContent(server, { title: 'Head of a boy' });
  const { markers } = await addMarker();
  const markerId = markers[0]?.markerId ?? '';
  const saved = await save([
    item({ markerId, title: { en: 'The head', it: 'La testa' }, x: 0.5, turnZ: -90, width: 2 }),
    item({ kind: 'info', files: [], contentId }),
  ]);
  expect(saved.items).toMatchObject([
    { kind: 'picture', markerId, title: { en: 'The head', it: 'La testa' }, x: 0.5, turnZ: -90, width: 2 },
    { kind: 'info', markerId: null, contentId, contentTitle: 'Head of a boy', files: [] },
  ]);
  const { scene } = await server.visitor().call(contracts.getScene, { contentId: sceneId, l: 'it' });
  expect(scene.items).toMatchObject([
    { kind: 'picture', title: 'La testa', position: [0.5, 0, 0], rotation: [0, 0, -90], width: 2 },
    { kind: 'info', contentId, urls: [] },
  ]);
  expect(await status(scene.items[0]?.urls[0] ?? '')).toBe(200);
});

test('the markers are rated with a reason, which visitors’ devices then find', async () => {
  await addMarker();
  await addMarker(await plain('#888888'));
  const { markers } = await paolo.call(contracts.processScene, { contentId: sceneId });
  expect(markers).toMatchObject([
    { rating: 5, reason: null, state: 'processed' },
    { rating: 0, reason: 'tooFew', state: 'processed' },
  ]);
  const triggers = await server.visitor().call(contracts.listTriggers, { sid: sceneId });
  expect(triggers.map(({ viewId }) => viewId !== null)).toEqual([true, false]);
  const empty = await addContent(server, { view: contracts.ContentView.scene });
  await expect(paolo.call(contracts.processScene, { contentId: empty })).rejects.toEqual(refusal('noViews'));
});

test('a marker that is replaced keeps its place, its items and its area; a deleted one takes its items along', async () => {
  const place = await addContent(server, {});
  const first = (await addMarker(await plain('#111111'))).markers[0];
  await server.context.pool.query('update triggers set place_id = $1', [place]);
  await addMarker(await plain('#222222'));
  const items = [item({ markerId: first?.markerId ?? '' }), item({ files: [{ base64: await plain('#333333') }] })];
  await save(items);
  const replaced = await addMarker(bronze, first?.markerId);
  const marker = replaced.markers[0];
  expect(replaced.markers).toHaveLength(2);
  expect(marker?.markerId).not.toBe(first?.markerId);
  expect(replaced.items[0]?.markerId).toBe(marker?.markerId);
  expect(await status(first?.imageUrl ?? '')).toBe(404);
  const { rows } = await server.context.pool.query('select place_id from triggers');
  expect(rows).toEqual([{ place_id: place }, { place_id: place }]);

  const { version, items: before } = replaced;
  const gone = { contentId: sceneId, basedOn: version, markerId: marker?.markerId ?? '' };
  const left = await paolo.call(contracts.deleteSceneMarker, gone);
  expect([left.markers.length, left.items.length]).toEqual([1, 1]);
  expect(left.items[0]?.markerId).toBeNull();
  expect(await status(before[0]?.files[0]?.url ?? '')).toBe(404);
  expect(await status(before[1]?.files[0]?.url ?? '')).toBe(200);
  expect(await filesCount()).toBe(2);
});

test('items are changed and ordered with their files; files that none has any more are deleted', async () => {
  const made = await save([
    item({ kind: 'gallery', files: [{ base64: bronze }, { base64: await plain('#444444') }] }),
    item({ kind: 'video', files: [{ base64: mp4().toString('base64') }], hasAlpha: true }),
    item({ kind: 'model', files: [{ base64: glbOf({}).toString('base64') }] }),
  ]);
  const [gallery, video, model] = made.items;
  const kept = (one: contracts.EditableItem | undefined) =>
    (one?.files ?? []).map(({ fileId }) => ({ fileId })).toReversed();
  const changed = await save([
    item({ kind: 'video', files: kept(video), z: 1 }),
    item({ kind: 'gallery', files: kept(gallery) }),
  ]);
  expect(changed.items.map(({ kind }) => kind)).toEqual(['video', 'gallery']);
  expect(changed.items[1]?.files).toEqual(gallery?.files.toReversed());
  expect(await status(model?.files[0]?.url ?? '')).toBe(404);
  expect(await status(video?.files[0]?.url ?? '')).toBe(200);
  await save([]);
  expect(await filesCount()).toBe(0);
});

test('a part of a video is what visitors’ devices are told to play', async () => {
  const video = item({ kind: 'video', files: [{ base64: mp4().toString('base64') }], videoStart: 1.5, videoEnd: 4 });
  const saved = await save([video]);
  expect(saved.items).toMatchObject([{ videoStart: 1.5, videoEnd: 4 }]);
  const { scene } = await server.visitor().call(contracts.getScene, { contentId: sceneId, l: 'en' });
  expect(scene.items).toMatchObject([{ videoStart: 1.5, videoEnd: 4 }]);
});

const beacon = (fields: Partial<contracts.Beacon> = {}): contracts.Beacon => ({
  uuid: 'f7826da6-4fa2-4e98-0024-bc5b71e0893e',
  major: 1,
  minor: 65_535,
  range: null,
  ...fields,
});
const saveBeacons = async (beacons: contracts.Beacon[]) =>
  await paolo.call(contracts.saveSceneBeacons, { contentId: sceneId, basedOn: (await read()).version, beacons });

test('D7.24: the beacons of a scene are among its triggers, with its title, until they are taken away', async () => {
  const place = await addContent(server, {});
  await addMarker();
  await server.context.pool.query('update triggers set place_id = $1', [place]);
  const beacons = [beacon({ uuid: 'F7826DA6-4FA2-4E98-0024-BC5B71E0893E' }), beacon({ minor: 0, range: 'near' })];
  const saved = await saveBeacons(beacons);
  expect(saved).toMatchObject({ beacons: [beacon(), beacon({ minor: 0, range: 'near' })], markers: [{}] });
  const list = (sType?: 2) => server.visitor().call(contracts.listTriggers, { sid: sceneId, ...(sType && { sType }) });
  expect(await list(2)).toMatchObject([
    { sid: sceneId, title: 'Bronzes', beacon: beacon() },
    { sid: sceneId, title: 'Bronzes', beacon: beacon({ minor: 0, range: 'near' }) },
  ]);
  const { rows } = await server.context.pool.query('select distinct place_id from triggers');
  expect(rows).toEqual([{ place_id: place }]);
  expect((await saveBeacons([])).beacons).toEqual([]);
  expect(await list()).toMatchObject([{ beacon: null }]);
});

test.each([
  ['a beacon twice', [beacon(), beacon({ range: 'near' })]],
  ['a number of three bytes', [beacon({ major: 65_536 })]],
  ['a negative number', [beacon({ minor: -1 })]],
  ['a UUID that is none', [beacon({ uuid: 'f7826da6' })]],
  ['an unknown range', [{ ...beacon(), range: 'far' } as unknown as contracts.Beacon]],
  ['more than twenty', Array.from({ length: 21 }, (_, minor) => beacon({ minor }))],
])('refuses %s, and stores nothing', async (_, beacons) => {
  const body = JSON.stringify({ basedOn: 1, beacons });
  const headers = { 'content-type': 'application/json' };
  const answer = await paolo.raw(`/api/scenes/${sceneId}?beacons`, { method: 'PUT', headers, body });
  expect([answer.status, (await read()).beacons]).toEqual([400, []]);
});

test('who edits an older version is refused, and nothing of it is stored', async () => {
  const { version } = await read();
  await save([]);
  const change = { contentId: sceneId, basedOn: version };
  for (const call of [
    () => giulia.call(contracts.saveSceneItems, { ...change, items: [item()] }),
    () => giulia.call(contracts.saveSceneBeacons, { ...change, beacons: [beacon()] }),
    () => giulia.call(contracts.addSceneMarker, { ...change, imageBase64: bronze }),
    () => giulia.call(contracts.deleteSceneMarker, { ...change, markerId: nobody }),
  ])
    await expect(call()).rejects.toEqual(refusal('contentChanged'));
  const basedOn = (await read()).version;
  const both = await Promise.allSettled(
    [paolo, giulia].map((person) =>
      person.call(contracts.saveSceneItems, { contentId: sceneId, basedOn, items: [item()] }),
    ),
  );
  expect(both.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await filesCount()).toBe(1);
});

test('changes are in the log of changes and in the versions of the content', async () => {
  await addMarker();
  const versions = await paolo.call(contracts.listContentHistory, { contentId: sceneId });
  expect(versions).toHaveLength(2);
  const { items } = await paolo.call(contracts.listChanges, {});
  expect(items[0]).toMatchObject({ action: 'changed', contentId: sceneId, title: 'Bronzes' });
});

const calls = (person: Pick<SignedInClient, 'call'>, contentId: number) => [
  () => person.call(contracts.getEditableScene, { contentId }),
  () => person.call(contracts.saveSceneItems, { contentId, basedOn: 1, items: [] }),
  () => person.call(contracts.saveSceneBeacons, { contentId, basedOn: 1, beacons: [] }),
  () => person.call(contracts.addSceneMarker, { contentId, basedOn: 1, imageBase64: bronze }),
  () => person.call(contracts.deleteSceneMarker, { contentId, basedOn: 1, markerId: nobody }),
  () => person.call(contracts.processScene, { contentId }),
];

test('operators and admins of the company edit scenes, nobody else', async () => {
  const other = await addContent(server, { visibility: 'public' });
  for (const call of calls(server.visitor(), sceneId)) await expect(call()).rejects.toEqual(refusal('notSignedIn'));
  for (const call of calls(luca, sceneId)) await expect(call()).rejects.toEqual(refusal('notAllowed'));
  for (const call of calls(elena, sceneId)) await expect(call()).rejects.toEqual(refusal('notFound'));
  for (const call of calls(paolo, other)) await expect(call()).rejects.toEqual(refusal('notFound'));
  for (const call of calls(paolo, 2_000_000_000)) await expect(call()).rejects.toEqual(refusal('notFound'));
  expect((await read(giulia)).version).toBe(1);
});

test('a marker that is no picture, too small, there already or one too many is refused', async () => {
  await addMarker();
  await expect(addMarker()).rejects.toEqual(refusal('conflict'));
  await expect(addMarker(btoa('no picture'))).rejects.toEqual(refusal('notAnImage'));
  await expect(addMarker(await plain('#555555', 99, 300))).rejects.toEqual(refusal('tooSmallToSee'));
  await expect(addMarker(await plain('#555555'), nobody)).rejects.toEqual(refusal('notFound'));
  await server.context.pool.query(
    `insert into content_files (id, content_id, kind, ending)
      select gen_random_uuid(), $1, 'marker', 'webp' from generate_series(1, $2::int)`,
    [sceneId, contracts.SCENE_MARKERS_MAX - 1],
  );
  await expect(addMarker(await plain('#555555'))).rejects.toEqual(refusal('invalidInput'));
});

test.each<[string, Partial<contracts.WrittenItem>, contracts.ErrorName, string]>([
  [
    'a GLB with external addresses',
    { kind: 'model', files: [{ base64: glbOf({ images: [{ uri: 'https://a.example/b.png' }] }).toString('base64') }] },
    'glbOutside',
    'items.1.files.0',
  ],
  ['a model that is no GLB', { kind: 'model', files: [{ base64: btoa('glTF') }] }, 'notAGlb', 'items.1.files.0'],
  ['a video that is none', { kind: 'video', files: [{ base64: btoa('film') }] }, 'notAnMp4', 'items.1.files.0'],
  ['a picture that is none', { files: [{ base64: btoa('picture') }] }, 'notAnImage', 'items.1.files.0'],
  ['a picture without a file', { files: [] }, 'invalidInput', 'items.1.files'],
  ['an info card without a content', { kind: 'info', files: [] }, 'invalidInput', 'items.1.files'],
  ['a file of no scene', { files: [{ fileId: nobody }] }, 'invalidInput', 'items.1.files'],
  ['a marker of no scene', { markerId: nobody }, 'invalidInput', 'items.1.markerId'],
  ['a video that ends before it starts', { videoStart: 4, videoEnd: 4 }, 'invalidInput', 'items.1.videoEnd'],
  ['a content of nobody', { contentId: 2_000_000_000 }, 'invalidInput', 'items.1.contentId'],
])('refuses %s with the field, and stores nothing', async (_, wrong, error, field) => {
  const { version } = await read();
  await expect(save([item(), item(wrong)])).rejects.toMatchObject({ error, message: expect.stringContaining(field) });
  expect([await filesCount(), (await read()).version]).toEqual([0, version]);
});

test.each([
  { x: 51 },
  { turnX: 361 },
  { width: 0 },
  { kind: 'sound' },
  { videoStart: -1 },
  { title: { en: 'a'.repeat(201), it: '' } },
])('refuses an item with %j', async (wrong) => {
  const body = JSON.stringify({ basedOn: 1, items: [{ ...item(), ...wrong }] });
  const headers = { 'content-type': 'application/json' };
  const answer = await paolo.raw(`/api/scenes/${sceneId}?items`, { method: 'PUT', headers, body });
  expect([answer.status, await filesCount()]).toEqual([400, 0]);
});

test('an upload that breaks off leaves nothing behind', async () => {
  const { version } = await read();
  const body = JSON.stringify({ basedOn: version, imageBase64: bronze });
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body.slice(0, body.length / 2)));
      controller.error(new Error('The network is gone'));
    },
  });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: broken, duplex: 'half' } as const;
  await expect(paolo.raw(`/api/scenes/${sceneId}/markers`, init)).rejects.toBeInstanceOf(Error);
  expect(await read()).toMatchObject({ version, markers: [] });
  expect(await filesCount()).toBe(0);
});

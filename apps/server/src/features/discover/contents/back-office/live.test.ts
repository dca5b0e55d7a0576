/** What is live: no reading call has a draft, a content outside its moments, or a deleted one. */
import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { addCategory, addContent, deleteContents, relate } from '../../../../../testing/contents';
import { addStaff } from '../../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer } from '../../../../../testing/start-test-server';
import { forgetContent } from './publisher';

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());
beforeEach(() => deleteContents(server, 'categories', 'changes'));

type Person = Pick<SignedInClient, 'call'>;
const { info, model, place, scene, keypoint } = contracts.ContentView;
const publish = (ids: number[], isDraft: boolean, moments: { liveFrom?: string; liveUntil?: string } = {}) =>
  paolo.call(contracts.publishContents, { ids, isDraft, ...moments });
const idsOf = (list: contracts.ContentList) => list.items.map(({ content }) => content.id);

/** A content of each kind, with everything that leads to it. */
async function everything() {
  const category = await addCategory(server, { title: 'Museum' });
  const at = { path: [category], place: [44.7, 10.6] } as const;
  const page = await addContent(server, { ...at, view: info });
  const hall = await addContent(server, { ...at, view: place });
  const show = await addContent(server, { ...at, view: scene });
  const amphora = await addContent(server, { ...at, view: model });
  const handle = await addContent(server, { view: keypoint, groupId: amphora });
  const other = await addContent(server, { view: contracts.ContentView.itinerary });
  await relate(server, other, [page, hall]);
  const [modelId, viewId, fileId, pointId] = [1, 2, 3, 4].map(() => server.context.random.id());
  const { pool } = server.context;
  await pool.query('insert into models values ($1, $2)', [modelId, amphora]);
  await pool.query(
    `insert into content_files (id, content_id, kind, ending, width, height) values ($1, $2, 'view', 'jpg', 100, 100)`,
    [fileId, amphora],
  );
  await pool.query('insert into views (id, model_id, file_id, position) values ($1, $2, $3, 1)', [
    viewId,
    modelId,
    fileId,
  ]);
  await pool.query(
    `insert into keypoints (id, view_id, content_id, pos_x, pos_y, color) values ($1, $2, $3, 1, 1, '#ff0000')`,
    [pointId, viewId, handle],
  );
  await pool.query(`insert into triggers (scene_id, s_type, image_url) values ($1, 1, '/brand/a.jpg')`, [show]);
  return { page, hall, show, amphora, handle, other, category, modelId, viewId, pointId };
}
type Everything = Awaited<ReturnType<typeof everything>>;

/** How many items each list has, and which single calls find something. */
async function read(who: Person, all: Everything) {
  const { modelId = '', viewId = '', pointId = '' } = all;
  const nearFilters = { radius: 3000, location: { lat: 44.7, long: 10.6 } };
  const found = async (asked: Promise<unknown>) => {
    const answer = await asked.catch(() => []);
    return Array.isArray(answer) ? answer.length : 1;
  };
  const single = (id: number) => found(who.call(contracts.getContent, { contentId: id }));
  return {
    all: (await who.call(contracts.listContents, { ac: 3 })).total,
    category: (await who.call(contracts.listContents, { c1: [all.category] })).total,
    near: (await who.call(contracts.findContents, { nearFilters })).total,
    related: (await who.call(contracts.listContents, { rel: [all.other] })).total,
    parts: (await who.call(contracts.listContents, { groupId: [all.amphora] })).total,
    scenes: (await who.call(contracts.listScenes, {})).total,
    models: (await who.call(contracts.listModels, {})).total,
    ofPoint: (await who.call(contracts.listModels, { point: all.handle })).total,
    triggers: await found(who.call(contracts.listTriggers, {})),
    markers: await found(who.call(contracts.listMarkers, {})),
    page: await single(all.page),
    part: await single(all.handle),
    scene: await found(who.call(contracts.getScene, { contentId: all.show })),
    model: await found(who.call(contracts.getModel, { id: modelId })),
    points: await found(who.call(contracts.listModelKeypoints, { id: modelId })),
    views: await found(who.call(contracts.listModelViews, { m: modelId })),
    viewPoints: await found(who.call(contracts.listKeypoints, { mvId: viewId })),
    point: await found(who.call(contracts.getKeypoint, { id: pointId })),
    search: (await who.call(contracts.listContents, { query: 'content' })).total,
  };
}

test('a draft is in no reading call of visitors and of other people; its editors read it by its number', async () => {
  const all = await everything();
  const before = await read(server.visitor(), all);
  for (const [name, count] of Object.entries(before)) expect(count, name).toBeGreaterThan(0);

  const drafts = [all.page, all.hall, all.show, all.amphora];
  await publish([...drafts, all.other], true);
  for (const who of [server.visitor(), luca, elena])
    for (const [name, count] of Object.entries(await read(who, all))) expect(count, name).toBe(0);
  const forEditor = await read(giulia, all);
  const singles = ['page', 'part', 'scene', 'model', 'points', 'views', 'viewPoints', 'point'] as const;
  for (const name of singles) expect(forEditor[name], name).toBeGreaterThan(0);
  for (const name of [
    'all',
    'category',
    'near',
    'related',
    'scenes',
    'models',
    'triggers',
    'markers',
    'search',
  ] as const)
    expect(forEditor[name], name).toBe(0);

  await publish([...drafts, all.other], false);
  expect(await read(server.visitor(), all)).toEqual(before);
});

test('a content is live between its moments, and lists notice when one passes', async () => {
  const id = await addContent(server);
  const list = async () => idsOf(await server.visitor().call(contracts.listContents, {}));
  const inMs = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
  await publish([id], false, { liveFrom: inMs(700), liveUntil: inMs(1500) });
  expect(await list()).toEqual([]);
  await vi.waitFor(async () => expect(await list()).toEqual([id]), { timeout: 5000 });
  await vi.waitFor(async () => expect(await list()).toEqual([]), { timeout: 5000 });
  const [row] = (await paolo.call(contracts.listContentTable, { state: 'ended' })).items;
  expect(row).toMatchObject({ id, state: 'ended' });
});

test('the files of a draft need the signed address that its editors get', async () => {
  const bytes = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  const made = await giulia.call(contracts.createContent, {
    title: 'Arch',
    visibility: 'public',
    imageBase64: bytes.toString('base64'),
  });
  const { id, imageUrl } = made.content;
  const statusOf = async (url: string | null) => (await fetch(new URL(url ?? '', server.url))).status;
  expect(await statusOf(imageUrl)).toBe(200);
  await publish([id], true);
  expect(await statusOf(imageUrl)).toBe(404);
  const { content } = await giulia.call(contracts.getContent, { contentId: id });
  expect(await statusOf(content.imageUrl)).toBe(200);
  const [row] = (await giulia.call(contracts.listContentTable, {})).items;
  expect(await statusOf(row?.imageUrl ?? null)).toBe(200);
});

test('a deleted content is gone for everybody, and comes back as it was; after thirty days it is gone for ever', async () => {
  const id = await addContent(server, { title: 'Arch' });
  const part = await addContent(server, { groupId: id });
  const isFound = (contentId: number) =>
    server
      .visitor()
      .call(contracts.getContent, { contentId })
      .then(
        () => true,
        () => false,
      );
  await paolo.call(contracts.removeContents, { ids: [id] });
  expect([await isFound(id), await isFound(part)]).toEqual([false, false]);
  await expect(giulia.call(contracts.changeContent, { contentId: id, title: 'x' })).rejects.toEqual(
    refusal('notFound'),
  );
  expect((await paolo.call(contracts.listContentTable, {})).items.map((row) => row.id)).not.toContain(id);
  const deleted = (await paolo.call(contracts.listContentTable, { state: 'deleted' })).items.map((row) => row.id);
  expect(deleted.toSorted((one, two) => one - two)).toEqual([id, part]);

  await paolo.call(contracts.bringBackContents, { ids: [id] });
  expect([await isFound(id), await isFound(part)]).toEqual([true, true]);

  await paolo.call(contracts.removeContents, { ids: [id] });
  await server.context.pool.query(`update contents set deleted_at = now() - interval '31 days' where id = $1`, [id]);
  await publish([await addContent(server)], true);
  await vi.waitFor(async () => {
    const { rows } = await server.context.pool.query('select from contents where id = any($1)', [[id, part]]);
    expect(rows).toEqual([]);
  });
});

test('a content that was brought back just before it would be gone for ever stays', async () => {
  const { clock, pool } = server.context;
  const id = await addContent(server, { title: 'Arch' });
  await paolo.call(contracts.removeContents, { ids: [id] });
  await paolo.call(contracts.bringBackContents, { ids: [id] });
  await forgetContent(server.context, id, clock.now());
  await expect(giulia.call(contracts.getContent, { contentId: id })).resolves.toMatchObject({
    content: { title: 'Arch' },
  });
  await paolo.call(contracts.removeContents, { ids: [id] });
  await forgetContent(server.context, id, clock.now());
  const { rows } = await pool.query('select from contents where id = $1', [id]);
  expect(rows).toEqual([]);
});

test('the duplicate of a model is a model, to which views can be added', async () => {
  const made = await giulia.call(contracts.createContent, { title: 'Bust', ctnView: contracts.ContentView.model });
  const { ids } = await giulia.call(contracts.duplicateContents, { ids: [made.content.id] });
  const { content } = await giulia.call(contracts.getContent, { contentId: ids[0] ?? 0 });
  expect(content.extlId).not.toBeNull();
  expect(content.extlId).not.toBe(made.content.extlId);
  await expect(giulia.call(contracts.listModelViews, { m: content.extlId ?? '' })).resolves.toEqual([]);
});

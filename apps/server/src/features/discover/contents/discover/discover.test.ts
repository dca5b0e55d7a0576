/** The menu, the triggers of scenes, and models. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCategory, addContent, deleteContents } from '../../../../../testing/contents';
import { addPerson } from '../../../../../testing/crowd';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../../testing/start-test-server';

let server: TestServer;
let giulia: SignedInClient;
let elena: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
  elena = await addPerson(server, { companyCode: 'TILES' });
});
afterAll(() => server.close());
beforeEach(() => deleteContents(server, 'categories'));

const { scene, model, place } = contracts.ContentView;

test.each([
  ['GET', '/api/triggers'],
  ['POST', '/api/markers'],
  ['GET', '/api/discover/models'],
  ['GET', '/api/discover/models/0190a000-0000-7000-8000-0000000000aa'],
  ['GET', '/api/discover/models/0190a000-0000-7000-8000-0000000000aa?process'],
  ['POST', '/api/infocontents?page=1'],
])('%s %s requires a session, or the key of this build', async (method, path) => {
  expect((await fetch(new URL(path, server.url), { method })).status).toBe(401);
});

test('D3.5: the menu is a sorted tree in the requested language, with entries of the user’s company', async () => {
  const town = await addCategory(server, { title: 'Town', titleIt: 'Città', position: 2 });
  await addCategory(server, { title: 'AR', code: '/ar', position: 1 });
  const parks = await addCategory(server, { title: 'Parks', parentId: town, level: 2 });
  await addCategory(server, { title: 'Dogs', parentId: parks, level: 3 });
  await addCategory(server, { title: 'Presses', owner: 'DEMO', position: 3 });
  const menu = await server.visitor().call(contracts.getMenu, {});
  expect(menu).toMatchObject([
    { title: 'AR', code: '/ar', catIndex: 1, items: [] },
    {
      id: town,
      title: 'Town',
      code: null,
      items: [{ id: parks, title: 'Parks', catIndex: 2, items: [{ title: 'Dogs', catIndex: 3, items: [] }] }],
    },
  ]);
  const titles = async (person: Pick<SignedInClient, 'call'>) =>
    (await person.call(contracts.getMenu, { l: 'it' })).map(({ title }) => title);
  expect(await titles(server.visitor())).toEqual(['AR', 'Città']);
  expect(await titles(giulia)).toEqual(['AR', 'Città', 'Presses']);
  expect(await titles(elena)).toEqual(['AR', 'Città']);
});

test('D7.11: triggers and markers of the visible scenes, by type, scene and place', async () => {
  const open = await addContent(server, { view: scene });
  const own = await addContent(server, { view: scene, visibility: 'company' });
  const hall = await addContent(server, { view: place });
  const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
  await server.context.pool.query(
    `insert into triggers (scene_id, place_id, s_type, image_url, beacon_uuid, beacon_major, beacon_minor) values
     ($1, null, 1, '/brand/a.jpg', null, null, null), ($2, $3, 1, '/brand/b.jpg', null, null, null),
     ($1, null, 2, null, $4, 1, 2)`,
    [open, own, hall, uuid],
  );
  const visitor = server.visitor();
  expect(await visitor.call(contracts.listTriggers, {})).toMatchObject([
    { sid: open, sType: 1, imageUrl: '/brand/a.jpg', beacon: null },
    { sid: open, sType: 2, imageUrl: null, beacon: { uuid, major: 1, minor: 2 } },
  ]);
  expect(await visitor.call(contracts.listTriggers, { sType: 2 })).toHaveLength(1);
  expect(await visitor.call(contracts.listTriggers, { sid: own })).toEqual([]);
  expect(await giulia.call(contracts.listTriggers, { sid: own })).toHaveLength(1);
  expect(await elena.call(contracts.listTriggers, { sid: own })).toEqual([]);

  expect(await visitor.call(contracts.listMarkers, { userId: 'u' })).toEqual([
    { imageUrl: '/brand/a.jpg', viewId: null, sceneId: open, rating: null, reason: null },
  ]);
  expect(await giulia.call(contracts.listMarkers, {})).toHaveLength(2);
  expect(await giulia.call(contracts.listMarkers, { place: hall })).toMatchObject([
    { imageUrl: '/brand/b.jpg', sceneId: own },
  ]);
});

test('a content that is no scene any more has no triggers', async () => {
  const { pool } = server.context;
  const open = await addContent(server, { view: scene });
  await pool.query(`insert into triggers (scene_id, s_type, image_url) values ($1, 1, '/brand/a.jpg')`, [open]);
  expect(await server.visitor().call(contracts.listTriggers, { sid: open })).toHaveLength(1);
  await pool.query('update contents set ctn_view = $2 where id = $1', [open, place]);
  expect(await server.visitor().call(contracts.listTriggers, { sid: open })).toEqual([]);
  expect(await server.visitor().call(contracts.listMarkers, {})).toEqual([]);
});

test('D7.14: lists models of view 7 and finds one by its extlId, but none of another company', async () => {
  const open = await addContent(server, { title: 'Amphora', view: model });
  const own = await addContent(server, { title: 'Press', view: model, visibility: 'company' });
  await addContent(server, { view: place });
  const [openId, ownId] = [server.context.random.id(), server.context.random.id()];
  await server.context.pool.query('insert into models values ($1, $2), ($3, $4)', [openId, open, ownId, own]);
  const list = await server.visitor().call(contracts.listModels, {});
  expect(list).toMatchObject({
    items: [{ uniqueId: openId, contentId: open, contentData: { content: { title: 'Amphora' } } }],
    total: 1,
  });
  const get = (person: Pick<SignedInClient, 'call'>, id: string) => person.call(contracts.getModel, { id });
  expect(await get(server.visitor(), openId)).toEqual(list.items[0]);
  expect(await get(giulia, ownId)).toMatchObject({ contentId: own });
  await expect(get(elena, ownId)).rejects.toEqual(refusal('notFound'));
  await expect(get(server.visitor(), ownId)).rejects.toEqual(refusal('notFound'));
  await expect(get(giulia, server.context.random.id())).rejects.toEqual(refusal('notFound'));
});

test('?process says so if no server processes views; people who may not change the model are refused', async () => {
  const { pool, random } = server.context;
  const own = await addContent(server, { title: 'Press', view: model });
  const id = random.id();
  await pool.query('insert into models values ($1, $2)', [id, own]);
  const process = (person: Pick<SignedInClient, 'call'>, which: string) =>
    person.call(contracts.processModel, { id: which });
  await expect(process(giulia, id)).rejects.toMatchObject({ code: 422, message: 'Failed to process the model' });
  await expect(process(giulia, random.id())).rejects.toEqual(refusal('notFound'));
  await expect(process(elena, id)).rejects.toEqual(refusal('notFound'));
  await expect(process(await addPerson(server, { role: 'ASSISTED' }), id)).rejects.toEqual(refusal('notAllowed'));
  expect((await server.visitor().raw(`/api/discover/models/${id}?process`)).status).toBe(401);
  expect((await giulia.raw('/api/discover/models/x?process=1')).status).toBe(400);
});

test('a content that looks like a model, but cannot be visited, is not listed among them', async () => {
  const open = await addContent(server, { title: 'Amphora', view: model });
  await addContent(server, { title: 'Vase', view: model });
  await server.context.pool.query('insert into models values ($1, $2)', [server.context.random.id(), open]);
  const { items, total } = await server.visitor().call(contracts.listModels, { pageSize: 1 });
  expect([items.map((item) => item.contentId), total]).toEqual([[open], 1]);
});

test.each([
  ['/api/triggers?sType=9', 'sType'],
  ['/api/triggers?sid=x', 'sid'],
  ['/api/discover/models/x', 'id'],
  ['/api/discover/models?c1=x', 'c1'],
])('a wrong value is a 400 that names it: %s', async (path, field) => {
  const { status, json } = await server.visitor().raw(path);
  expect([status, json]).toMatchObject([400, { data: { fields: { [field]: expect.any(String) } } }]);
});

/** Filters of the lists of contents (D3.16 to D3.25): each gives what it means, and its total. */
import * as contracts from '@earth/contracts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addCategory, addContent, addTexts, deleteContents, relate } from '../../../../testing/contents';
import { addPerson } from '../../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { viewerOf } from './policy';
import { findPage } from './store';

let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server);
});
afterAll(() => server.close());
beforeEach(() => deleteContents(server, 'categories'));

type Filters = contracts.CallInput<typeof contracts.listContents>;

/** The titles of a page, and the total count. */
async function list(filters: Filters, person: Pick<SignedInClient, 'call'> = server.visitor()) {
  const { items, total } = await person.call(contracts.listContents, filters);
  return { titles: items.map(({ content }) => content.title), total };
}

test('D3.16, D3.26: page, pageSize: ten contents on a page', async () => {
  for (let day = 1; day <= 12; day += 1)
    await addContent(server, { title: `${day}`, date: `2026-03-${String(day).padStart(2, '0')}T00:00:00Z` });
  const descending = Array.from({ length: 12 }, (_, index) => `${12 - index}`);
  expect(await list({})).toEqual({ titles: descending.slice(0, 10), total: 12 });
  expect(await list({ page: 2 })).toEqual({ titles: ['2', '1'], total: 12 });
  expect(await list({ page: 2, pageSize: 5 })).toEqual({ titles: descending.slice(5, 10), total: 12 });
  expect(await list({ page: 3 })).toEqual({ titles: [], total: 12 });
});

test('D3.17: v: contents of one or several views', async () => {
  for (const view of [1, 3, 10, -12]) await addContent(server, { title: `view ${view}`, view });
  expect(await list({ v: [3] })).toEqual({ titles: ['view 3'], total: 1 });
  expect(await list({ v: [10, -12] })).toMatchObject({ titles: ['view 10', 'view -12'], total: 2 });
});

test('D3.18: query: titles that contain it, ignoring accents and case', async () => {
  const id = await addContent(server, { title: 'Perché il Caffè' });
  await addTexts(server, id, { locale: 'it', title: 'Sala rossa' });
  await addContent(server, { locale: 'it', title: 'CITTÀ alta' });
  await addContent(server, { title: 'Other' });
  expect(await list({ query: 'caffe' })).toEqual({ titles: ['Perché il Caffè'], total: 1 });
  expect(await list({ query: 'PERCHÉ IL' })).toEqual({ titles: ['Perché il Caffè'], total: 1 });
  expect(await list({ query: 'caffe', l: 'it' })).toEqual({ titles: [], total: 0 });
  expect(await list({ query: 'città' })).toEqual({ titles: ['CITTÀ alta'], total: 1 });
  expect(await list({ query: 'citta', l: 'it' })).toEqual({ titles: ['CITTÀ alta'], total: 1 });
  expect(await list({ query: ' ' })).toMatchObject({ total: 3 });
});

test('query: characters with a meaning in SQL are literal', async () => {
  await addContent(server, { title: '100% wool' });
  await addContent(server, { title: '100 percent' });
  await addContent(server, { title: 'back\\slash _under' });
  expect(await list({ query: '0%' })).toEqual({ titles: ['100% wool'], total: 1 });
  expect(await list({ query: '\\s' })).toEqual({ titles: ['back\\slash _under'], total: 1 });
  expect(await list({ query: '_' })).toEqual({ titles: ['back\\slash _under'], total: 1 });
  // After normalisation they are the same letters.
  expect(await list({ query: '0％' })).toEqual({ titles: ['100% wool'], total: 1 });
  expect(await list({ query: '＿' })).toEqual({ titles: ['back\\slash _under'], total: 1 });
  expect(await list({ query: '＼s' })).toEqual({ titles: ['back\\slash _under'], total: 1 });
  expect(await list({ query: `'; drop table contents; --` })).toEqual({ titles: [], total: 0 });
});

test('query: spaces are as many as they are in the title', async () => {
  await addContent(server, { title: 'Sala  rossa' });
  expect((await list({ query: 'sala  rossa' })).total).toBe(1);
  expect((await list({ query: 'sala rossa' })).total).toBe(0);
});

test('query: changed titles are found by their new words only', async () => {
  await addContent(server, { title: 'Old' });
  await server.context.pool.query(`update content_texts set title = 'Renewed'`);
  expect([(await list({ query: 'old' })).total, (await list({ query: 'renewed' })).total]).toEqual([0, 1]);
});

test('D3.19: date: contents of a day, or of a span', async () => {
  await addContent(server, { title: 'last second', date: '2026-05-01T23:59:59Z' });
  await addContent(server, { title: 'first second', date: '2026-05-02T00:00:00Z' });
  await addContent(server, { title: 'later', date: '2026-05-09T08:00:00Z' });
  expect(await list({ date: ['2026-05-01'] })).toEqual({ titles: ['last second'], total: 1 });
  expect(await list({ date: ['2026-05-02', '2026-05-09'] })).toEqual({ titles: ['later', 'first second'], total: 2 });
});

test('D3.20: c1, c2, c3: contents of a category on its level', async () => {
  const c1 = await addCategory(server, { title: 'Town' });
  const c2 = await addCategory(server, { title: 'Parks', parentId: c1, level: 2 });
  const c3 = await addCategory(server, { title: 'Dogs', parentId: c2, level: 3 });
  await addContent(server, { title: 'town', path: [c1] });
  await addContent(server, { title: 'park', path: [c1, c2] });
  await addContent(server, { title: 'dogs', path: [c1, c2, c3] });
  await addContent(server, { title: 'none' });
  expect(await list({ c1: [c1] })).toEqual({ titles: ['town', 'park', 'dogs'], total: 3 });
  expect(await list({ c2: [c2] })).toEqual({ titles: ['park', 'dogs'], total: 2 });
  expect(await list({ c3: [c3] })).toEqual({ titles: ['dogs'], total: 1 });
  expect(await list({ c1: [c2] })).toEqual({ titles: [], total: 0 });
});

test('D3.21: groupId: parts of a content', async () => {
  const model = await addContent(server, { title: 'model', view: 7 });
  await addContent(server, { title: 'point', view: 9, groupId: model });
  expect(await list({ groupId: [model] })).toEqual({ titles: ['point'], total: 1 });
});

test('D3.22: rel: contents related to a content', async () => {
  const itinerary = await addContent(server, { title: 'itinerary', view: 10 });
  const [last, first] = [await addContent(server, { title: 'last' }), await addContent(server, { title: 'first' })];
  await addContent(server, { title: 'elsewhere' });
  await relate(server, itinerary, [first, last]);
  expect(await list({ rel: [itinerary] })).toEqual({ titles: ['first', 'last'], total: 2 });
  expect(await list({ rel: [first] })).toEqual({ titles: ['itinerary'], total: 1 });
});

test('D3.23: owCode and ow: contents of a company', async () => {
  const ours = await addContent(server, { title: 'ours' });
  await addContent(server, { title: 'theirs', owner: 'TILES' });
  const { content } = await server.visitor().call(contracts.getContent, { contentId: ours });
  expect(await list({ owCode: ['TILES'] })).toEqual({ titles: ['theirs'], total: 1 });
  expect(await list({ owCode: ['TILES', 'DEMO'] })).toMatchObject({ total: 2 });
  expect(await list({ owCode: ['NOBODY'] })).toEqual({ titles: [], total: 0 });
  expect(await list({ ow: [content.ownerId] })).toEqual({ titles: ['ours'], total: 1 });
});

test('D3.24, D7.12: ac: public and own, private only, or all visible contents', async () => {
  await addContent(server, { title: 'public' });
  await addContent(server, { title: 'own', visibility: 'company' });
  await addContent(server, { title: 'for us', owner: 'TILES', visibility: 'customer', customer: 'DEMO' });
  await addContent(server, { title: 'theirs', owner: 'TILES', visibility: 'company' });
  const seen = async (ac?: 1 | 2 | 3) => (await list(ac ? { ac } : {}, giulia)).titles;
  // A content that another company made for this one is in each: it counts as private, and as its own.
  expect(await seen(1)).toEqual(['public', 'own', 'for us']);
  expect(await seen()).toEqual(['public', 'own', 'for us']);
  expect(await seen(2)).toEqual(['own', 'for us']);
  expect(await seen(3)).toEqual(['public', 'own', 'for us']);
  expect(await list({ ac: 2 })).toEqual({ titles: [], total: 0 });
});

const near = (lat: number, long: number, radius = contracts.NEARBY_METRES) =>
  server.visitor().call(contracts.findContents, { nearFilters: { radius, location: { lat, long } } });

test('D3.25: nearFilters: contents within the radius, nearest first', async () => {
  // A degree of latitude is 111.2 km.
  await addContent(server, { title: '2.9 km', place: [44.698 + 2.9 / 111.195, 10.629] });
  await addContent(server, { title: '1 km', place: [44.698 - 1 / 111.195, 10.629] });
  await addContent(server, { title: '3.1 km', place: [44.698 + 3.1 / 111.195, 10.629] });
  await addContent(server, { title: 'nowhere' });
  const { items, total } = await near(44.698, 10.629);
  expect([items.map(({ content }) => content.title), total]).toEqual([['1 km', '2.9 km'], 2]);
});

test.each([[['0000-01-01']], [['2026-05-09', '2026-05-01']]])('days that are none are refused: %j', async (date) => {
  await expect(list({ date })).rejects.toMatchObject({ code: 400, fields: { date: expect.any(String) } });
});

test('days are those of UTC, whatever the database’s time zone', async () => {
  const id = await addContent(server, { date: '2026-05-01T23:30:00Z' });
  await addContent(server, { date: '2026-05-02T00:30:00Z' });
  const zone = async (pool: pg.Pool) => (await pool.query<{ TimeZone: string }>('show timezone')).rows[0]?.TimeZone;
  const address = server.variables.DATABASE_URL ?? '';
  for (const elsewhere of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const there = new pg.Pool({ connectionString: address, options: `-c timezone=${elsewhere}` });
    const days: Parameters<typeof findPage>[2] = { l: 'en', page: 1, pageSize: 10, date: ['2026-05-01'] };
    expect([await zone(there), await findPage(there, viewerOf(null), days)]).toEqual([elsewhere, [id]]);
    await there.end();
  }
});

test('D7.10: scenes and models take nearFilters as JSON in the address', async () => {
  const { scene, model } = contracts.ContentView;
  const near = [44.7, 10.6] as const;
  await addContent(server, { title: 'far scene', view: scene, place: [45, 10] });
  const there = await addContent(server, { title: 'scene', view: scene, place: near });
  for (const place of [near, [45, 10] as const])
    await server.context.pool.query('insert into models values ($1, $2)', [
      server.context.random.id(),
      await addContent(server, { title: 'model', view: model, place }),
    ]);
  const nearFilters = { radius: 3000, location: { lat: 44.7, long: 10.6 } };
  const scenes = await server.visitor().call(contracts.listScenes, { nearFilters });
  expect([scenes.items.map(({ content }) => content.id), scenes.total]).toEqual([[there], 1]);
  expect((await server.visitor().call(contracts.listModels, { nearFilters })).total).toBe(1);
});

test.each([
  ['a word, in English', 'contents_search_en', () => list({ query: 'caffe', l: 'en' })],
  ['a word, in Italian', 'contents_search_it', () => list({ query: 'caffe', l: 'it' })],
  ['what is near', 'contents_globe', () => near(44.7, 10.6)],
])('%s is looked up in %s, without reading every row', async (_, index, ask) => {
  const { pool } = server.context;
  const query = vi.spyOn(pool, 'query');
  await ask();
  const asked = query.mock.calls.map(([one]: unknown[]) => one as { text?: string; values?: unknown[] });
  query.mockRestore();
  const search = asked.find(({ text }) => / like |materialized/.test(text ?? ''));
  const client = await pool.connect();
  await client.query('begin');
  await client.query('set local enable_seqscan = off; set local enable_indexscan = off');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${search?.text}`, search?.values ?? []);
  await client.query('rollback');
  client.release();
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});

test('D3.25, D7.8: nearFilters as JSON in the address of a list', async () => {
  const here = { lat: 44.7, long: 10.6 };
  await addContent(server, { title: 'newest, far', place: [45.2, 10.6] });
  await addContent(server, { title: 'near', place: [44.71, 10.6] });
  await addContent(server, { title: 'nearest', place: [44.701, 10.6] });
  await addContent(server, { title: 'nowhere' });
  const nearFilters = { radius: 3000, location: here };
  const { items, total } = await server.visitor().call(contracts.listContents, { nearFilters, pageSize: 1 });
  expect([items.map(({ content }) => content.title), total]).toEqual([['nearest'], 2]);
  const wrong = await server.visitor().raw('/api/infocontents?nearFilters={"radius":3000}');
  expect([wrong.status, wrong.json]).toMatchObject([400, { data: { fields: { nearFilters: expect.any(String) } } }]);
});

test('nearFilters: across the date line, too', async () => {
  await addContent(server, { title: 'Fiji', place: [-17, -179.999] });
  expect((await near(-17, 179.999)).items.map(({ content }) => content.title)).toEqual(['Fiji']);
});

test('nearFilters as JSON, beside other filters; an invalid place is a 400', async () => {
  await addContent(server, { title: 'place', view: 3, place: [44.7, 10.6] });
  await addContent(server, { title: 'scene', view: 11, place: [44.7, 10.6] });
  const ask = (nearFilters: unknown) =>
    server.visitor().raw('/api/infocontents?page=1&v=3&l=it', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nearFilters }),
    });
  const found = await ask({ radius: 3000, location: { lat: 44.7, long: 10.6 } });
  expect([found.status, found.json]).toMatchObject([
    200,
    { data: { total: 1, items: [{ content: { title: 'place' } }] } },
  ]);
  const wrong = [
    { radius: 3000 },
    { radius: 0, location: { lat: 1, long: 1 } },
    { radius: 1, location: { lat: 91, long: 0 } },
    'here',
  ];
  for (const near of wrong)
    expect(await ask(near)).toMatchObject({
      status: 400,
      json: { data: { fields: { nearFilters: expect.any(String) } } },
    });
});

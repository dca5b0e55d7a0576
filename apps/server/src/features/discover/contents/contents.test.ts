import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBrand, addContent, addTexts, deleteContents, relate } from '../../../../testing/contents';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { viewerOf } from './policy';
import { itemsOf } from './service';
import { findRevision } from './store';

let server: TestServer;
/** Of the company that owns the contents, of a company that some are for, and of a third one. */
let giulia: SignedInClient;
let elena: SignedInClient;
let stranger: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await addPerson(server, { role: 'ASSISTED' });
  elena = await addPerson(server, { companyCode: 'TILES' });
  stranger = await addPerson(server, { companyCode: await addCompany(server) });
});
afterAll(() => server.close());
beforeEach(() => deleteContents(server));

const PATH = '/api/infocontents';
const titlesOf = ({ items }: contracts.ContentList) => items.map(({ content }) => content.title);
const get = (contentId: number, l: 'en' | 'it' = 'en') => server.visitor().call(contracts.getContent, { contentId, l });

test.each([PATH, `${PATH}?menu`, `${PATH}/1`, '/api/scenes', '/api/scenes/1'])(
  'GET %s is for who has a session, or the key of this build',
  async (path) => {
    const { status, json } = await fetch(new URL(path, server.url)).then(async (answer) => ({
      status: answer.status,
      json: await answer.json(),
    }));
    expect([status, json]).toMatchObject([401, { data: { error: 'badApiKey' } }]);
  },
);

test('D3.9: a content comes with all of its fields, brand and skin, under the names on the wire', async () => {
  const { brandId, skinId } = await addBrand(server, 'Museo civico');
  const id = await addContent(server, {
    title: 'Mosaic',
    descr: 'Of stone',
    view: 3,
    place: [44.698, 10.629],
    brandId,
    skinId,
  });
  await server.context.pool.query(`update content_details set web_url = 'https://museum.example/', price = 4.5`);
  const { status, json } = await server.visitor().raw(`${PATH}/${id}?l=en`);
  expect([status, json]).toMatchObject([
    200,
    {
      result: { success: true, code: 200 },
      data: {
        content: {
          id,
          locale: 'en',
          title: 'Mosaic',
          descr: 'Of stone',
          date: Date.UTC(2026, 0, 1, 12),
          webUrl: 'https://museum.example/',
          phone: null,
          imageUrl: null,
          imageUrls: [],
          lat: 44.698,
          long: 10.629,
          price: 4.5,
          ctnView: 3,
          brandId,
        },
        brand: { id: brandId, name: 'Museo civico' },
        skin: { hdBgColor: '#ffffff', hdFontColor: '#29c885', imageType: 2 },
      },
    },
  ]);
});

test('D3.9: a content without brand, skin and place has null, null and 0', async () => {
  const { content, brand, skin } = await get(await addContent(server));
  expect([content.lat, content.long, content.price, brand, skin]).toEqual([0, 0, 0, null, null]);
});

test('D7.6: texts come in the requested language, or in the other one', async () => {
  const both = await addContent(server, { title: 'Arch' });
  await addTexts(server, both, { locale: 'it', title: 'Arco' });
  const italian = await addContent(server, { locale: 'it', title: 'Cupola' });
  const shown = async (id: number, l: 'en' | 'it') => {
    const { content } = await get(id, l);
    return [content.title, content.locale];
  };
  expect(await shown(both, 'en')).toEqual(['Arch', 'en']);
  expect(await shown(both, 'it')).toEqual(['Arco', 'it']);
  expect(await shown(italian, 'en')).toEqual(['Cupola', 'it']);
  const list = await server.visitor().call(contracts.listContents, { l: 'it' });
  expect(titlesOf(list)).toEqual(['Arco', 'Cupola']);
});

test('D6.1: visitors see public contents; company users also those of their company, and those shared with it', async () => {
  const ids = {
    public: await addContent(server, { title: 'public' }),
    company: await addContent(server, { title: 'company', visibility: 'company' }),
    customer: await addContent(server, { title: 'customer', visibility: 'customer', customer: 'TILES' }),
  };
  const all = { ac: 3, l: 'en' } as const;
  const seen = async (person: SignedInClient) => titlesOf(await person.call(contracts.listContents, all)).toSorted();
  const anonymous = await server.visitor().call(contracts.listContents, all);
  expect([titlesOf(anonymous), anonymous.total]).toEqual([['public'], 1]);
  expect(await seen(giulia)).toEqual(['company', 'customer', 'public']);
  expect(await seen(elena)).toEqual(['customer', 'public']);
  expect(await seen(stranger)).toEqual(['public']);

  const ask = (person: Pick<SignedInClient, 'call'>, contentId: number) =>
    person.call(contracts.getContent, { contentId });
  for (const person of [server.visitor(), stranger]) {
    await expect(ask(person, ids.public)).resolves.toMatchObject({ content: { title: 'public' } });
    await expect(ask(person, ids.company)).rejects.toEqual(refusal('notFound'));
    await expect(ask(person, ids.customer)).rejects.toEqual(refusal('notFound'));
  }
  await expect(ask(elena, ids.company)).rejects.toEqual(refusal('notFound'));
  await expect(ask(elena, ids.customer)).resolves.toMatchObject({ content: { title: 'customer' } });
  await expect(ask(giulia, 2_000_000_000)).rejects.toEqual(refusal('notFound'));
});

test('D7.7: answers are no-cache with an ETag, and an unchanged one is a 304', async () => {
  const id = await addContent(server, { title: 'First' });
  const ask = (path: string, etag = '') => server.visitor().raw(path, { headers: { 'if-none-match': etag } });
  const scene = await addContent(server, { view: contracts.ContentView.scene });
  const model = await addContent(server, { view: contracts.ContentView.model });
  const modelId = server.context.random.id();
  await server.context.pool.query('insert into models values ($1, $2)', [modelId, model]);
  const lists = [`${PATH}?page=1`, `${PATH}?menu`, '/api/scenes', '/api/triggers', '/api/discover/models'];
  for (const path of [...lists, `${PATH}/${id}`, `/api/scenes/${scene}`, `/api/discover/models/${modelId}`]) {
    const first = await ask(path);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const again = await ask(path, first.headers.get('etag') ?? 'none');
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')]);
  }
  const before = await ask(`${PATH}?page=1`);
  await server.context.pool.query(`update content_texts set title = 'Second'`);
  const after = await ask(`${PATH}?page=1`, before.headers.get('etag') ?? 'none');
  expect([after.status, after.text.includes('Second')]).toEqual([200, true]);
});

test('does not show a content that has become private since it was found', async () => {
  const ids = [await addContent(server), await addContent(server, { visibility: 'company' })];
  const shown = await itemsOf(server.context, viewerOf(null), { ids, locale: 'en' });
  expect(shown.map(({ content }) => content.id)).toEqual(ids.slice(0, 1));
});

test('D7.7: answers to signed-in users are private and revalidated too', async () => {
  await addContent(server, { visibility: 'company' });
  const { headers, text } = await giulia.raw(`${PATH}?ac=3`);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const again = await giulia.raw(`${PATH}?ac=3`, { headers: { 'if-none-match': headers.get('etag') ?? 'none' } });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  expect((await server.visitor().raw(`${PATH}?ac=3`)).text).not.toBe(text);
});

test('the Vary header names what the response depends on', async () => {
  await addContent(server);
  const { headers } = await giulia.raw(`${PATH}?page=1`);
  expect(headers.get('vary')).toBe('Authorization, X-Api-Key, Accept-Language, Accept-Encoding, Origin');
});

test('a total follows changes, also those of another server', async () => {
  const total = async () => (await server.visitor().call(contracts.listContents, { v: [3] })).total;
  const first = await addContent(server, { view: 3 });
  expect(await total()).toBe(1);
  await addContent(server, { view: 3 });
  expect(await total()).toBe(2);
  await server.context.pool.query('delete from contents where id = $1', [first]);
  expect(await total()).toBe(1);
});

test('cached lists stay valid if only relations change: those are fetched each time', async () => {
  const { pool } = server.context;
  const [walk, stop] = [await addContent(server), await addContent(server)];
  const before = await findRevision(pool);
  await relate(server, walk, [stop]);
  expect(await findRevision(pool)).toBe(before);
  expect((await server.visitor().call(contracts.listContents, { rel: [walk] })).total).toBe(1);
});

test('all visitors of a museum may share one address: the number of calls is not limited', async () => {
  for (let round = 0; round < 7; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.visitor().raw(`${PATH}?menu`)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
});

test('changes show in the next response: texts, details, files, brand and skin', async () => {
  const { brandId, skinId } = await addBrand(server, 'Museum');
  const id = await addContent(server, { brandId, skinId });
  const first = async () => (await server.visitor().call(contracts.listContents, {})).items[0];
  await first();
  for (const [sql, seen] of [
    [`update content_texts set title = 'New'`, { content: { title: 'New' } }],
    [`update content_details set tag = 'roman'`, { content: { tag: 'roman' } }],
    [
      `insert into content_files (id, content_id, kind, url) select gen_random_uuid(), ${id}, 'image', 'https://cdn.example/a'`,
      { content: { imageUrl: 'https://cdn.example/a' } },
    ],
    [`update brands set name = 'Gallery' where id = ${brandId}`, { brand: { name: 'Gallery' } }],
    [`update skins set hd_bg_color = '#000000' where id = ${skinId}`, { skin: { hdBgColor: '#000000' } }],
  ] as const) {
    await server.context.pool.query(sql);
    expect(await first()).toMatchObject(seen);
  }
});

test('D7.10: scenes are the contents of view 11', async () => {
  const scene = await addContent(server, { title: 'Scene', view: contracts.ContentView.scene });
  const place = await addContent(server, { title: 'Place', view: contracts.ContentView.place });
  const list = await server.visitor().call(contracts.listScenes, { v: [3] });
  expect([titlesOf(list), list.total]).toEqual([['Scene'], 1]);
  const { content } = await server.visitor().call(contracts.getScene, { contentId: scene });
  expect(content.title).toBe('Scene');
  await expect(server.visitor().call(contracts.getScene, { contentId: place })).rejects.toEqual(refusal('notFound'));
});

test.each([
  [`${PATH}?l=de`, 'l'],
  [`${PATH}?page=0`, 'page'],
  [`${PATH}?page=x`, 'page'],
  [`${PATH}?pageSize=-1`, 'pageSize'],
  [`${PATH}?v=2`, 'v'],
  [`${PATH}?v=3,x`, 'v'],
  [`${PATH}?date=yesterday`, 'date'],
  [`${PATH}?date=2026-02-30`, 'date'],
  [`${PATH}?date=2026-02-01,2026-02-02,2026-02-03`, 'date'],
  [`${PATH}?c1=a`, 'c1'],
  [`${PATH}?c2=99999999999`, 'c2'],
  [`${PATH}?c3=1.5`, 'c3'],
  [`${PATH}?groupId=me`, 'groupId'],
  [`${PATH}?rel=0`, 'rel'],
  [`${PATH}?ow=DEMO`, 'ow'],
  [`${PATH}?ac=4`, 'ac'],
  [`${PATH}?query=${'x'.repeat(201)}`, 'query'],
  [`${PATH}?query=%00`, 'query'],
  [`${PATH}?owCode=${'x'.repeat(41)}`, 'owCode'],
  ['/api/scenes?v=x', 'v'],
  ['/api/scenes/x', 'contentId'],
  [`${PATH}?nearFilters=here`, 'nearFilters'],
  ['/api/scenes?nearFilters=here', 'nearFilters'],
  ['/api/discover/models?nearFilters={"radius":0,"location":{"lat":0,"long":0}}', 'nearFilters'],
  [`${PATH}/first`, 'contentId'],
  [`${PATH}/99999999999`, 'contentId'],
  [`${PATH}/1?l=EN`, 'l'],
  [`${PATH}?menu&l=fr`, 'l'],
])('a wrong filter, id, language or date is a 400 that names it: %s', async (path, field) => {
  const { status, json } = await server.visitor().raw(path);
  expect([status, json]).toMatchObject([
    400,
    { data: { error: 'invalidInput', fields: { [field]: expect.any(String) } } },
  ]);
});

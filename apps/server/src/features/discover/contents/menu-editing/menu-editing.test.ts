import * as contracts from '@earth/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCategory, addContent, deleteContents } from '../../../../../testing/contents';
import { addCompany, addPerson } from '../../../../../testing/crowd';
import {
  refusal,
  type SignedInClient,
  startTestServer,
  type TestServer,
} from '../../../../../testing/start-test-server';
import { sweepMenuFiles } from './service';

let server: TestServer;
/** Two admins of one company, an operator of it, and an admin of another one. */
let paolo: SignedInClient;
let sofia: SignedInClient;
let giulia: SignedInClient;
let stranger: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  paolo = await addPerson(server, { role: 'ADMIN' });
  sofia = await addPerson(server, { role: 'ADMIN' });
  giulia = await addPerson(server);
  stranger = await addPerson(server, { role: 'ADMIN', companyCode: await addCompany(server) });
});
afterAll(() => server.close());
beforeEach(() => deleteContents(server, 'menu_drafts', 'categories'));

type Entry = Omit<contracts.MenuTree[number], 'items'>;
/** The type of the lowest level, which fits on each. */
const entry = (
  title: string,
  { items = [], ...fields }: Partial<Entry> & { readonly items?: readonly Entry[] } = {},
) => ({
  id: null as number | null,
  title: { en: title, it: '' },
  descr: { en: '', it: '' },
  visibility: 'public' as const,
  code: null,
  imageUrl: null,
  attchmUrl: null,
  ctnType: 1,
  ctnView: 1 as const,
  ...fields,
  items: items as never[],
});

const draftOf = (admin: SignedInClient) => admin.call(contracts.getMenuDraft, {});
const menuOf = (l: 'en' | 'it' = 'en') => server.visitor().call(contracts.getMenu, { l });
const save = async (admin: SignedInClient, items: contracts.MenuTree, removed: number[] = []) =>
  await admin.call(contracts.saveMenuDraft, { basedOn: (await draftOf(admin)).version, items, removed });
const publish = async (admin: SignedInClient) =>
  await admin.call(contracts.publishMenu, { basedOn: (await draftOf(admin)).version });
const titles = (items: readonly { title: string | { en: string } }[]) =>
  items.map(({ title }) => (typeof title === 'string' ? title : title.en));

test('a draft is seen by the admins only, until it is published', async () => {
  const draft = await save(paolo, [
    entry('Museum', {
      title: { en: 'Museum', it: 'Museo' },
      items: [
        entry('Bronzes', { items: [entry('Heads', { code: '/ar' })] }),
        entry('Staff', { visibility: 'company' }),
      ],
    }),
  ]);
  expect(draft).toMatchObject({ version: 1, isDraft: true });
  expect(await menuOf()).toEqual([]);
  expect(titles((await draftOf(sofia)).items)).toEqual(['Museum']);

  const published = await publish(sofia);
  expect(published).toMatchObject({ version: 2, isDraft: false });
  const [museum] = await menuOf('it');
  expect(museum).toMatchObject({ title: 'Museo', catIndex: 1 });
  expect(museum?.items).toMatchObject([
    { title: 'Bronzes', catIndex: 2, items: [{ title: 'Heads', code: '/ar', catIndex: 3 }] },
  ]);
  expect(titles((await giulia.call(contracts.getMenu, { l: 'en' }))[0]?.items ?? [])).toEqual(['Bronzes', 'Staff']);
});

test('contents go with a moved entry, and lose the place of a deleted one', async () => {
  await save(paolo, [entry('Museum', { items: [entry('Bronzes')] }), entry('Town')]);
  const [museum, town] = (await publish(paolo)).items;
  const bronzes = museum?.items[0];
  const id = await addContent(server, { path: [museum?.id ?? 0, bronzes?.id ?? 0] });
  const find = (c: { c1?: number[]; c2?: number[] }) =>
    server
      .visitor()
      .call(contracts.listContents, { l: 'en', ...c })
      .then(({ items }) => items.map(({ content }) => content.id));
  expect(await find({ c1: [museum?.id ?? 0] })).toEqual([id]);
  expect((await draftOf(paolo)).items[0]?.items).toMatchObject([{ contentsCount: 1 }]);

  const moved = { ...entry('Bronzes'), id: bronzes?.id ?? 0 };
  await save(paolo, [{ ...entry('Town'), id: town?.id ?? 0, items: [moved] }], [museum?.id ?? 0]);
  await publish(paolo);
  expect(titles(await menuOf())).toEqual(['Town']);
  expect(await find({ c1: [town?.id ?? 0], c2: [moved.id] })).toEqual([id]);

  await save(paolo, [{ ...entry('Town'), id: town?.id ?? 0 }], [moved.id]);
  await publish(paolo);
  expect(await find({ c2: [moved.id] })).toEqual([]);
  expect(await find({})).toEqual([id]);
});

test('of two changes of one version one is stored, the other admin gets an error', async () => {
  await save(paolo, [entry('Museum')]);
  const outcomes = await Promise.allSettled(
    [paolo, sofia].map((admin, index) =>
      admin.call(contracts.saveMenuDraft, { basedOn: 1, items: [entry(`Choice ${index}`)], removed: [] }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('menuChanged') });
  await expect(paolo.call(contracts.publishMenu, { basedOn: 1 })).rejects.toEqual(refusal('menuChanged'));
  expect((await publish(paolo)).isDraft).toBe(false);
});

test('files are deleted when a menu that does not name them is published, and not sooner', async () => {
  const base64 = (
    await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const { url } = await paolo.call(contracts.addMenuFile, { kind: 'picture', base64 });
  const status = async () => (await fetch(new URL(url, server.url))).status;
  await save(paolo, [entry('Museum', { imageUrl: url })]);
  await publish(paolo);
  const [museum] = (await draftOf(paolo)).items;
  await save(paolo, [{ ...entry('Other'), id: museum?.id ?? 0 }]);
  expect(await status()).toBe(200);

  const { version } = await draftOf(paolo);
  await paolo.call(contracts.discardMenuDraft, { basedOn: version });
  expect(titles((await draftOf(paolo)).items)).toEqual(['Museum']);
  expect(await status()).toBe(200);

  await save(paolo, [], [museum?.id ?? 0]);
  // A step can still be undone.
  expect(await status()).toBe(200);
  await publish(paolo);
  expect(await status()).toBe(404);
});

test('an entry that an import adds meanwhile is kept', async () => {
  await save(paolo, [entry('Museum')]);
  const id = await addCategory(server, { title: 'Imported' });
  await server.context.pool.query(
    `update categories set import_company_id = (select id from companies where code = 'DEMO') where id = $1`,
    [id],
  );
  expect(titles((await draftOf(paolo)).items)).toEqual(['Museum', 'Imported']);
  await publish(paolo);
  expect(titles(await menuOf())).toEqual(['Museum', 'Imported']);
});

test('only admins edit the menu, each that of their company', async () => {
  await save(paolo, [entry('Museum')]);
  const { items } = await publish(paolo);
  await expect(draftOf(giulia)).rejects.toEqual(refusal('notAllowed'));
  const changes = [
    () => giulia.call(contracts.saveMenuDraft, { basedOn: 2, items: [], removed: [] }),
    () => giulia.call(contracts.publishMenu, { basedOn: 2 }),
    () => giulia.call(contracts.discardMenuDraft, { basedOn: 2 }),
    () => giulia.call(contracts.addMenuFile, { kind: 'layer', base64: 'AAAA' }),
  ];
  for (const change of changes) await expect(change()).rejects.toEqual(refusal('notAllowed'));

  expect((await draftOf(stranger)).items).toEqual([]);
  await expect(save(stranger, [{ ...entry('Mine'), id: items[0]?.id ?? 0 }])).rejects.toEqual(refusal('invalidInput'));
  await save(stranger, [], [items[0]?.id ?? 0]);
  await publish(stranger);
  expect(titles(await menuOf())).toEqual(['Museum']);
});

test.each(['GET', 'PUT', 'DELETE'])('%s /api/menu/draft needs a session', async (method) => {
  const { status, json } = await server.visitor().raw('/api/menu/draft', { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});
test.each(['/api/menu/draft?publish', '/api/menu/files'])('POST %s needs a session', async (path) => {
  const { status, json } = await server.visitor().raw(path, { method: 'POST' });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test.each([
  ['an address elsewhere', entry('A', { code: '//evil.example' })],
  ['a picture elsewhere', entry('A', { imageUrl: 'https://evil.example/a.webp' })],
  ['a title of 201 characters', entry('a'.repeat(201))],
])('refuses an entry with %s', async (_, wrong) => {
  await expect(save(paolo, [wrong])).rejects.toEqual(refusal('invalidInput'));
  await expect(save(paolo, [entry('A', { items: [entry('B', { items: [wrong] })] })])).rejects.toEqual(
    refusal('invalidInput'),
  );
  expect((await draftOf(paolo)).isDraft).toBe(false);
});

test('a draft may have an entry without a title, which cannot be published', async () => {
  await save(paolo, [entry('Museum', { items: [entry(' ')] })]);
  await expect(publish(paolo)).rejects.toEqual(refusal('invalidInput'));
  expect(await menuOf()).toEqual([]);
  expect((await draftOf(paolo)).isDraft).toBe(true);
});

test('refuses more than three levels', async () => {
  const fourth = entry('D', { items: [] });
  const tree = entry('A', { items: [entry('B', { items: [entry('C', { items: [fourth] })] })] });
  await expect(save(paolo, [tree])).rejects.toEqual(refusal('invalidInput'));
});

const KML =
  '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>10,44</coordinates></Point></Placemark></kml>';
test('stores the layer of a map, which an entry then has', async () => {
  const { url } = await paolo.call(contracts.addMenuFile, {
    kind: 'layer',
    base64: Buffer.from(KML).toString('base64'),
  });
  await save(paolo, [entry('Parks', { attchmUrl: url, code: '/content-kml' })]);
  await publish(paolo);
  expect(await menuOf()).toMatchObject([{ attchmUrl: url, code: '/content-kml' }]);
  expect(await (await fetch(new URL(url, server.url))).text()).toBe(KML);
});

test.each([
  ['layer', Buffer.from('<kml><Placemark>'), 'notAMap'],
  ['layer', Buffer.from('%PDF-1.7'), 'notAMap'],
  ['picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'notAnImage'],
  ['picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), 'notAnImage'],
] as const)('refuses a %s that is none: %s', async (kind, bytes, error) => {
  await expect(paolo.call(contracts.addMenuFile, { kind, base64: bytes.toString('base64') })).rejects.toEqual(
    refusal(error),
  );
});

const HOUR = 3_600_000;
test('a file that neither a draft nor the published menu names for a day is deleted', async () => {
  const upload = async (background: string) => {
    const create = { width: 40, height: 30, channels: 3, background } as const;
    const base64 = (await sharp({ create }).png().toBuffer()).toString('base64');
    return (await paolo.call(contracts.addMenuFile, { kind: 'picture', base64 })).url;
  };
  const [never, drafted, published] = [await upload('#010203'), await upload('#020304'), await upload('#030405')];
  await save(paolo, [entry('Museum', { imageUrl: published })]);
  await publish(paolo);
  await save(paolo, [...(await draftOf(paolo)).items, entry('Town', { imageUrl: drafted })] as contracts.MenuTree);
  const statuses = async () =>
    await Promise.all([never, drafted, published].map(async (url) => (await fetch(new URL(url, server.url))).status));
  const sweepAfter = async (ms: number) => {
    server.clock.advance(ms);
    await sweepMenuFiles(server.context);
    return await statuses();
  };
  expect(await sweepAfter(23 * HOUR)).toEqual([200, 200, 200]);
  expect(await sweepAfter(HOUR)).toEqual([404, 200, 200]);
  await server.context.pool.query('delete from menu_drafts');
  expect(await sweepAfter(0)).toEqual([404, 200, 200]);
  expect(await sweepAfter(23 * HOUR)).toEqual([404, 200, 200]);
  expect(await sweepAfter(HOUR)).toEqual([404, 404, 200]);
  const { rows } = await server.context.pool.query('select url from menu_files where url = any ($1)', [
    [never, drafted, published],
  ]);
  expect(rows).toEqual([{ url: published }]);
});

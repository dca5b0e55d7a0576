/** The table of contents, bulk actions, versions and the log of changes. */
import * as contracts from '@earth/contracts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addCategory, addContent, addTexts, deleteContents, relate } from '../../../../../testing/contents';
import { addStaff } from '../../../../../testing/crowd';
import { pdf } from '../../../../../testing/media';
import { refusal, type SignedInClient, startTestServer } from '../../../../../testing/start-test-server';

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());
beforeEach(() => deleteContents(server, 'categories', 'changes'));

type Asked = contracts.CallInput<typeof contracts.listContentTable>;
const table = (asked: Asked = {}, who: Pick<SignedInClient, 'call'> = giulia) =>
  who.call(contracts.listContentTable, asked);
const titles = async (asked: Asked) => (await table(asked)).items.map(({ title }) => title);

test('the table has all contents of the company, found by title in either language, light on case and accents', async () => {
  const museum = await addCategory(server, { title: 'Museum' });
  const arch = await addContent(server, { title: 'Arch of Titus', visibility: 'company', path: [museum] });
  await addTexts(server, arch, { title: 'Arco di Tito, città', locale: 'it' });
  await addContent(server, { title: 'Bell', view: contracts.ContentView.place });
  await addContent(server, { title: 'Tile', owner: 'TILES' });

  expect(await titles({ sort: 'title', order: 'asc' })).toEqual(['Arch of Titus', 'Bell']);
  expect(await titles({ sort: 'title', order: 'desc', l: 'it' })).toEqual(['Bell', 'Arco di Tito, città']);
  expect(await titles({ query: 'CITTA' })).toEqual(['Arch of Titus']);
  expect(await titles({ query: '%' })).toEqual([]);
  expect(await titles({ v: [contracts.ContentView.place] })).toEqual(['Bell']);
  expect(await titles({ category: museum })).toEqual(['Arch of Titus']);
  expect(await titles({ missing: 'it' })).toEqual(['Bell']);
  const page = await table({ sort: 'title', order: 'asc', pageSize: 1, page: 2 });
  expect(page).toMatchObject({ items: [{ title: 'Bell', missing: ['it'] }], total: 2, missing: { en: 0, it: 1 } });
  expect((await table({ category: museum })).items).toMatchObject([{ category: 'Museum', missing: [], state: 'live' }]);
});

test('what the table counts follows each change, by whom ever, and what time brings', async () => {
  const one = await addContent(server);
  const counts = async (asked: Asked = {}) => {
    const { total, missing } = await table(asked);
    return [total, missing.it];
  };
  expect(await counts()).toEqual([1, 1]);
  await addContent(server);
  expect(await counts()).toEqual([2, 2]);
  await addTexts(server, one, { title: 'Uno', locale: 'it' });
  expect(await counts()).toEqual([2, 1]);
  await giulia.call(contracts.removeContents, { ids: [one] });
  expect([await counts(), await counts({ state: 'deleted' })]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect((await table({}, elena)).total).toBe(0);
  const soon = new Date(server.clock.now().getTime() + 60_000).toISOString();
  const planned = await addContent(server);
  await giulia.call(contracts.publishContents, { ids: [planned], isDraft: false, liveFrom: soon });
  expect(await counts({ state: 'planned' })).toEqual([1, 2]);
  server.clock.advance(120_000);
  expect(await counts({ state: 'planned' })).toEqual([0, 2]);
});

test('states are filtered and sorted, and a bulk action takes all of its contents or none', async () => {
  const [one, two, three] = [await addContent(server), await addContent(server), await addContent(server)];
  const foreign = await addContent(server, { owner: 'TILES' });
  await expect(giulia.call(contracts.publishContents, { ids: [one, foreign], isDraft: true })).rejects.toEqual(
    refusal('notFound'),
  );
  await giulia.call(contracts.publishContents, { ids: [two], isDraft: true });
  const later = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
  await giulia.call(contracts.publishContents, { ids: [three], isDraft: false, liveFrom: later });
  const states = async (asked: Asked) => (await table(asked)).items.map(({ id, state }) => [id, state]);
  expect(await states({ sort: 'state', order: 'asc' })).toEqual([
    [two, 'draft'],
    [one, 'live'],
    [three, 'planned'],
  ]);
  expect(await states({ state: 'live' })).toEqual([[one, 'live']]);
  expect(await states({ state: 'planned' })).toEqual([[three, 'planned']]);
  await expect(
    giulia.call(contracts.publishContents, { ids: [one], isDraft: false, liveFrom: later, liveUntil: later }),
  ).rejects.toEqual(refusal('invalidInput'));
});

test('dates change no state, a state changes no dates, and null clears a date', async () => {
  const id = await addContent(server);
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
  const [from, until] = [inDays(1), inDays(2)];
  const set = async (given: Omit<contracts.CallInput<typeof contracts.publishContents>, 'ids'>) => {
    // As JSON, because a form cannot carry null.
    const answer = await giulia.raw('/api/back-office/contents?publish', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [id], ...given }),
    });
    expect(answer.status).toBe(200);
    const [row] = (await table()).items;
    return [row?.state, row?.liveFrom, row?.liveUntil];
  };
  expect(await set({ isDraft: true })).toEqual(['draft', null, null]);
  expect(await set({ liveFrom: from })).toEqual(['draft', from, null]);
  expect(await set({ liveUntil: until })).toEqual(['draft', from, until]);
  expect(await set({ isDraft: false })).toEqual(['planned', from, until]);
  expect(await set({ isDraft: true })).toEqual(['draft', from, until]);
  expect((await paolo.call(contracts.listChanges, {})).items.map(({ action }) => action)).toEqual([
    'unpublished',
    'published',
    'changed',
    'changed',
    'unpublished',
  ]);
  // Against the moment that stays, and all or none.
  const other = await addContent(server);
  await expect(
    giulia.call(contracts.publishContents, { ids: [other, id], isDraft: false, liveUntil: from }),
  ).rejects.toEqual(refusal('invalidInput'));
  await expect(giulia.call(contracts.publishContents, { ids: [id] })).rejects.toEqual(refusal('invalidInput'));
  const rows = (await table()).items.map((row) => [row.id, row.state, row.liveFrom, row.liveUntil]);
  expect(rows).toContainEqual([id, 'draft', from, until]);
  expect(rows).toContainEqual([other, 'live', null, null]);

  await giulia.call(contracts.removeContents, { ids: [other] });
  expect(await set({ liveFrom: null })).toEqual(['draft', null, until]);
  expect(await set({ isDraft: false, liveUntil: null })).toEqual(['live', null, null]);
});

test('a duplicate is a draft with the same texts, details and related contents', async () => {
  const near = await addContent(server);
  const { content } = await giulia.call(contracts.createContent, {
    title: 'Arch',
    descr: 'Old',
    webUrl: 'https://a.example/',
  });
  await relate(server, content.id, [near]);
  const { ids } = await giulia.call(contracts.duplicateContents, { ids: [content.id] });
  const copy = await giulia.call(contracts.getContent, { contentId: ids[0] ?? 0 });
  expect(copy.content).toMatchObject({ title: 'Arch (copy)', descr: 'Old', webUrl: 'https://a.example/' });
  expect((await table({ state: 'draft' })).items.map(({ id }) => id)).toEqual(ids);
  expect((await giulia.call(contracts.getEditableContent, { contentId: ids[0] ?? 0 })).related).toEqual([near]);
});

test('each save is a version with who, when and what changed, and an older one can be restored', async () => {
  const id = await addContent(server, { title: 'Arch' });
  await giulia.call(contracts.changeContent, { contentId: id, title: 'Arch of Titus' });
  await paolo.call(contracts.changeContent, { contentId: id, l: 'it', title: 'Arco', webUrl: 'https://a.example/' });
  const versions = await giulia.call(contracts.listContentHistory, { contentId: id });
  expect(versions).toMatchObject([
    { changed: ['webUrl', 'it.title', 'it.descr'], title: 'Arch of Titus' },
    { changed: ['en.title'], title: 'Arch of Titus' },
    { changed: [], by: null, title: 'Arch' },
  ]);
  expect(versions[0]?.by).toMatch(/^Person/);

  const first = versions[2]?.id ?? 0;
  await giulia.call(contracts.restoreVersion, { contentId: id, version: first });
  const { content } = await server.visitor().call(contracts.getContent, { contentId: id, l: 'it' });
  expect(content).toMatchObject({ title: 'Arch', locale: 'en', webUrl: null });
  expect(await giulia.call(contracts.listContentHistory, { contentId: id })).toHaveLength(4);
  // An editor who is still at it does not overwrite what was restored.
  await expect(giulia.call(contracts.changeContent, { contentId: id, title: 'x', basedOn: 3 })).rejects.toEqual(
    refusal('contentChanged'),
  );
  await expect(giulia.call(contracts.restoreVersion, { contentId: id, version: 2_000_000 })).rejects.toEqual(
    refusal('notFound'),
  );
});

test('the log says who did what, newest first, for the admins of the company', async () => {
  const { content } = await giulia.call(contracts.createContent, { title: 'Arch' });
  await giulia.call(contracts.publishContents, { ids: [content.id], isDraft: true });
  await paolo.call(contracts.removeContents, { ids: [content.id] });
  await paolo.call(contracts.bringBackContents, { ids: [content.id] });
  await paolo.call(contracts.deleteContent, { contentId: content.id });
  const log = await paolo.call(contracts.listChanges, {});
  expect(log.items.map(({ action, title }) => [action, title])).toEqual(
    ['deleted', 'broughtBack', 'deleted', 'unpublished', 'created'].map((action) => [action, 'Arch']),
  );
  expect(log.total).toBe(5);
  expect((await elena.call(contracts.listChanges, {})).items).toEqual([]);
  await expect(giulia.call(contracts.listChanges, {})).rejects.toEqual(refusal('notAllowed'));
});

test('each call refuses who is not signed in, who may not, the other company, and wrong input', async () => {
  const id = await addContent(server);
  const asks = (who: Pick<SignedInClient, 'call'>, ids: number[]) => [
    who.call(contracts.publishContents, { ids, isDraft: true }),
    who.call(contracts.removeContents, { ids }),
    who.call(contracts.duplicateContents, { ids }),
    who.call(contracts.listContentHistory, { contentId: ids[0] ?? 0 }),
  ];
  const refused = async (asked: readonly Promise<unknown>[], error: Parameters<typeof refusal>[0]) => {
    for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ reason: refusal(error) });
  };
  await refused([...asks(server.visitor(), [id]), table({}, server.visitor())], 'notSignedIn');
  await refused([server.visitor().call(contracts.listChanges, {})], 'notSignedIn');
  await refused([...asks(luca, [id]), table({}, luca)], 'notAllowed');
  await refused(asks(elena, [id]), 'notFound');
  await refused(asks(giulia, []), 'invalidInput');
  await refused([table({ page: 0 }), paolo.call(contracts.listChanges, { page: 0 })], 'invalidInput');
});

test('what is deleted, and versions, are out of reach for others, and a version belongs to one content', async () => {
  const id = await addContent(server, { title: 'Arch' });
  const other = await addContent(server, { title: 'Bell' });
  for (const contentId of [id, other]) await giulia.call(contracts.changeContent, { contentId, title: 'Changed' });
  const [, first] = await giulia.call(contracts.listContentHistory, { contentId: id });
  const restore = (who: Pick<SignedInClient, 'call'>, contentId: number, newest?: number) =>
    who.call(contracts.restoreVersion, { contentId, version: first?.id ?? 0, newest });
  await expect(restore(server.visitor(), id)).rejects.toEqual(refusal('notSignedIn'));
  await expect(restore(luca, id)).rejects.toEqual(refusal('notAllowed'));
  await expect(restore(elena, id)).rejects.toEqual(refusal('notFound'));
  await expect(restore(giulia, other)).rejects.toEqual(refusal('notFound'));
  await expect(giulia.call(contracts.restoreVersion, { contentId: id, version: 3_000_000_000 })).rejects.toMatchObject({
    code: 400,
  });
  // Somebody saved since the list of versions was read.
  await expect(restore(giulia, id, first?.id)).rejects.toEqual(refusal('contentChanged'));
  expect(await titles({ sort: 'title', order: 'asc' })).toEqual(['Changed', 'Changed']);

  await giulia.call(contracts.removeContents, { ids: [id] });
  const bringBack = (who: Pick<SignedInClient, 'call'>) => who.call(contracts.bringBackContents, { ids: [id] });
  await expect(bringBack(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
  await expect(bringBack(luca)).rejects.toEqual(refusal('notAllowed'));
  await expect(bringBack(elena)).rejects.toEqual(refusal('notFound'));
  expect(await titles({ state: 'deleted' })).toEqual(['Changed']);
  await bringBack(giulia);
  await expect(bringBack(giulia)).rejects.toEqual(refusal('notFound'));
});

test('a restored version brings its entry of the menu back, and takes the files of languages that it lacks away', async () => {
  const museum = await addCategory(server, { title: 'Museum' });
  const id = await addContent(server, { title: 'Arch', path: [museum] });
  const texts = { it: { title: 'Arco', attchmBase64: pdf().toString('base64') } };
  await giulia.call(contracts.changeContent, { contentId: id, texts });
  await giulia.raw(`/api/infocontents/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ catId: null }),
  });
  const { texts: before } = await giulia.call(contracts.getEditableContent, { contentId: id });
  const versions = await giulia.call(contracts.listContentHistory, { contentId: id });
  expect((await table()).items).toMatchObject([{ category: null }]);
  await giulia.call(contracts.restoreVersion, {
    contentId: id,
    version: versions.at(-1)?.id ?? 0,
    newest: versions[0]?.id,
  });
  expect((await table({ category: museum })).items).toMatchObject([
    { title: 'Arch', category: 'Museum', missing: ['it'] },
  ]);
  await expect(giulia.raw(before.it?.attchmUrl ?? '')).resolves.toMatchObject({ status: 404 });
});

test('two hundred versions are kept', async () => {
  const id = await addContent(server, { title: 'Arch' });
  await giulia.call(contracts.changeContent, { contentId: id, title: 'Arch of Titus' });
  await server.context.pool.query(
    `insert into content_history (content_id, at, snapshot)
     select content_id, at, snapshot from content_history, generate_series(1, 300) where content_id = $1`,
    [id],
  );
  await giulia.call(contracts.changeContent, { contentId: id, title: 'Titus' });
  const versions = await giulia.call(contracts.listContentHistory, { contentId: id });
  expect([versions.length, versions[0]?.title]).toEqual([200, 'Titus']);
});

test('parts go and come back with their whole, and are drafts while it is one', async () => {
  const whole = await addContent(server, { title: 'Bust', view: contracts.ContentView.model });
  const part = await addContent(server, { title: 'Eye', groupId: whole });
  const gone = await addContent(server, { title: 'Ear', groupId: whole });
  await giulia.call(contracts.removeContents, { ids: [gone] });
  server.clock.advance(1000);
  await giulia.call(contracts.publishContents, { ids: [whole], isDraft: true });
  expect(await titles({ state: 'draft', sort: 'title', order: 'asc' })).toEqual(['Bust', 'Eye']);
  expect(await titles({ state: 'live' })).toEqual([]);
  await giulia.call(contracts.publishContents, { ids: [whole], isDraft: false });
  expect(await titles({ state: 'live', sort: 'title', order: 'asc' })).toEqual(['Bust', 'Eye']);

  await giulia.call(contracts.removeContents, { ids: [whole] });
  expect(await titles({ state: 'deleted', sort: 'title', order: 'asc' })).toEqual(['Bust', 'Ear', 'Eye']);
  expect((await table()).items).toEqual([]);
  await giulia.call(contracts.bringBackContents, { ids: [whole] });
  expect((await table({ sort: 'title', order: 'asc' })).items.map(({ id }) => id)).toEqual([whole, part]);
  // It was deleted before, by itself.
  expect((await table({ state: 'deleted' })).items.map(({ id }) => id)).toEqual([gone]);
});

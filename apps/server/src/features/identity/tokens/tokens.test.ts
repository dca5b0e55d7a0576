/** API tokens: how admins make and end them, and what they are worth. */
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { addContent } from '../../../../testing/contents';
import { addCompany, addPerson, addStaff } from '../../../../testing/crowd';
import { beginUpload } from '../../../../testing/slow-upload';
import { testLead } from '../../../../testing/leads';
import { refusal, type SignedInClient, startTestServer, TestClient } from '../../../../testing/start-test-server';

const PATH = '/api/back-office/tokens';
const DAY_MS = 24 * 3600_000;

const server = await startTestServer();
const { paolo, giulia, luca, elena } = await addStaff(server);
afterAll(() => server.close());
afterEach(() => server.context.pool.query('delete from api_tokens'));

interface Wanted {
  readonly who?: SignedInClient;
  readonly name?: string;
  readonly days?: contracts.TokenDays;
}
const make = (scopes: contracts.TokenScope[] = ['write'], { who = paolo, name = 'Website', days = 30 }: Wanted = {}) =>
  who.call(contracts.createToken, { name, scopes, days });

/** A program with a token. */
const programOf = (token: string) =>
  new TestClient({ url: server.url, deviceId: '', headers: () => ({ authorization: `Bearer ${token}` }) });
const program = async (...scopes: contracts.TokenScope[]) => programOf((await make(scopes)).token);

const list = (who = paolo) => who.call(contracts.listTokens, {});
const read = (who: Pick<TestClient, 'call'>) => who.call(contracts.listContentTable, {});

test('only admins of the company make, see and end tokens', async () => {
  const { apiToken } = await make();
  const calls: readonly ((who: Pick<SignedInClient, 'call'>) => Promise<unknown>)[] = [
    (who) => who.call(contracts.listTokens, {}),
    (who) => who.call(contracts.createToken, { name: 'Mine', scopes: ['read'], days: 30 }),
    (who) => who.call(contracts.endToken, { tokenId: apiToken.id }),
  ];
  for (const call of calls) {
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
    for (const who of [giulia, luca, await program('read', 'write', 'leads')])
      await expect(call(who)).rejects.toEqual(refusal('notAllowed'));
  }
  await expect(elena.call(contracts.endToken, { tokenId: apiToken.id })).rejects.toEqual(refusal('notFound'));
  expect(await list(elena)).toEqual([]);
  expect((await paolo.raw(`${PATH}/x`, { method: 'DELETE' })).status).toBe(400);
  await paolo.call(contracts.endToken, { tokenId: apiToken.id });
  await expect(paolo.call(contracts.endToken, { tokenId: apiToken.id })).rejects.toEqual(refusal('notFound'));
});

test.each([
  ['no name', { name: ' ' }],
  ['a long name', { name: 'x'.repeat(contracts.TOKEN_NAME_MAX + 1) }],
  ['no scope', { scopes: [] }],
  ['an unknown scope', { scopes: ['calls'] }],
  ['another duration', { days: 3650 }],
])('refuses %s', async (_, wrong) => {
  const body = JSON.stringify({ name: 'Website', scopes: ['read'], days: 30, ...wrong });
  const answer = await paolo.raw(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer).toMatchObject({ status: 400, json: { data: { error: 'invalidInput' } } });
  expect(await list()).toEqual([]);
});

test('a token for people needs a sign-in just now', async () => {
  const early = await addPerson(server, { role: 'ADMIN' });
  await server.context.pool.query(`update sessions set created_at = now() - interval '1 day' where contact_id = $1`, [
    early.contactId,
  ]);
  await expect(make(['people'], { who: early })).rejects.toEqual(refusal('signInAgain'));
  await expect(make(['write'], { who: early })).resolves.toHaveProperty('token');
});

test('a company has at most twenty, however many are made at once', async () => {
  const who = await addPerson(server, { role: 'ADMIN', companyCode: await addCompany(server) });
  const tries = Array.from({ length: contracts.TOKENS_MAX + 2 }, () => make(['read'], { who }));
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
  expect(refused).toEqual([1, 2].map(() => ({ status: 'rejected', reason: refusal('conflict') })));
  expect(await list(who)).toHaveLength(contracts.TOKENS_MAX);
});

test('a token is shown once, and stored as a hash', async () => {
  const { apiToken, token } = await make(['leads', 'read', 'leads'], { days: 90 });
  expect(token).toMatch(/^earth_[\w-]{43}$/);
  expect(apiToken).toMatchObject({ scopes: ['leads', 'read'], lastFour: token.slice(-4), lastUsedDate: null });
  expect(Date.parse(apiToken.expiresDate) - Date.parse(apiToken.createdDate)).toBe(90 * DAY_MS);
  expect(await list()).toEqual([apiToken]);
  const { rows } = await server.context.pool.query<{ row: string }>('select api_tokens::text as row from api_tokens');
  expect(rows.map(({ row }) => row.includes(token.slice(6)))).toEqual([false]);
});

test('its last use is known to the minute', async () => {
  const { token } = await make();
  await read(programOf(token));
  const [first] = await list();
  expect(Date.parse(first?.lastUsedDate ?? '')).toBeGreaterThan(0);
  await read(programOf(token));
  expect(await list()).toEqual([first]);
  server.clock.advance(61_000);
  await read(programOf(token));
  expect((await list())[0]?.lastUsedDate).not.toBe(first?.lastUsedDate);
});

test('who made and ended a token is in the log of changes', async () => {
  const { apiToken } = await make(['read'], { name: 'Catalogue sync' });
  await paolo.call(contracts.endToken, { tokenId: apiToken.id });
  const { items } = await paolo.call(contracts.listChanges, {});
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'tokenEnded', title: 'Catalogue sync' },
    { action: 'tokenMade', title: 'Catalogue sync' },
  ]);
});

test('an ended token, an expired one and a wrong one are refused at once', async () => {
  const { apiToken, token } = await make();
  const short = await make(['read'], { days: 30 });
  await read(programOf(token));
  await paolo.call(contracts.endToken, { tokenId: apiToken.id });
  const wrong = `${short.token.slice(0, -1)}${short.token.endsWith('A') ? 'B' : 'A'}`;
  for (const one of [token, wrong, 'earth_'])
    await expect(read(programOf(one))).rejects.toEqual(refusal('apiTokenInvalid'));
  await read(programOf(short.token));
  server.clock.advance(30 * DAY_MS);
  await expect(read(programOf(short.token))).rejects.toEqual(refusal('apiTokenInvalid'));
  server.clock.advance(-30 * DAY_MS);
});

test('a token that is ended while it uploads writes nothing', async () => {
  const { apiToken, token } = await make(['write'], { name: 'Slow' });
  const { finish } = beginUpload(server.url, token, { title: 'Too late' });
  await expect.poll(async () => (await list())[0]?.lastUsedDate).not.toBeNull();
  await paolo.call(contracts.endToken, { tokenId: apiToken.id });
  expect(await finish()).toMatchObject({ status: 401, json: { data: { error: 'apiTokenInvalid' } } });
  const { rows } = await server.context.pool.query(`select from content_texts where title = 'Too late'`);
  expect(rows).toEqual([]);
});

test('a token that reads cannot write; one for leads reads no contents; a token that writes reads too', async () => {
  const id = await addContent(server, { visibility: 'company' });
  const [reader, writer, leads] = [await program('read'), await program('write'), await program('leads')];
  const writes = (who: TestClient) => who.call(contracts.createContent, { title: 'Arch' });
  for (const who of [reader, writer])
    await expect(who.call(contracts.getContent, { contentId: id })).resolves.toMatchObject({ content: { id } });
  await expect(writes(reader)).rejects.toEqual(refusal('notAllowed'));
  await expect(writes(writer)).resolves.toMatchObject({ content: { title: 'Arch' } });
  for (const act of [writes, read, (who: TestClient) => who.call(contracts.getContent, { contentId: id })])
    await expect(act(leads)).rejects.toEqual(refusal('notAllowed'));
  for (const who of [reader, writer])
    await expect(who.call(contracts.listLeads, {})).rejects.toEqual(refusal('notAllowed'));
});

test('a token for leads reads those of its company, and changes none', async () => {
  const { pool } = server.context;
  await pool.query(`insert into brands (company_id, name) select id, 'Aqua' from companies where code = 'DEMO'`);
  await server.visitor().call(contracts.sendLead, testLead({ brand: 'Aqua' }));
  const leads = await program('leads');
  const { items } = await leads.call(contracts.listLeads, {});
  const leadId = items[0]?.uniqueId ?? '';
  expect(items).toMatchObject([{ lead: { brand: 'Aqua' } }]);
  await expect(leads.call(contracts.getLead, { leadId })).resolves.toMatchObject({ uniqueId: leadId });
  await expect(leads.call(contracts.changeLead, { leadId, state: 'done' })).rejects.toEqual(refusal('notAllowed'));
  const others = programOf((await make(['leads'], { who: elena })).token);
  await expect(others.call(contracts.getLead, { leadId })).rejects.toEqual(refusal('notFound'));
});

test('what another company owns is not found', async () => {
  const [ours, theirs] = [
    await addContent(server, { visibility: 'company' }),
    await addContent(server, { owner: 'TILES' }),
  ];
  const others = programOf((await make(['write'], { who: elena })).token);
  const calls: readonly ((contentId: number) => Promise<unknown>)[] = [
    (contentId) => others.call(contracts.changeContent, { contentId, title: 'Ours now' }),
    (contentId) => others.call(contracts.getEditableContent, { contentId }),
    (contentId) => others.call(contracts.publishContents, { ids: [contentId], isDraft: true }),
  ];
  for (const call of calls) {
    await expect(call(ours)).rejects.toEqual(refusal('notFound'));
    await call(theirs);
  }
  await expect(others.call(contracts.getContent, { contentId: ours })).rejects.toEqual(refusal('notFound'));
});

test('what a token writes is logged in its name, and its versions have it', async () => {
  const writer = programOf((await make(['write'], { name: 'Nightly sync' })).token);
  const { content } = await writer.call(contracts.createContent, { title: 'Pillar' });
  await giulia.call(contracts.changeContent, { contentId: content.id, title: 'Pillars' });
  await writer.call(contracts.publishContents, { ids: [content.id], isDraft: true });
  const { items } = await paolo.call(contracts.listChanges, {});
  const { rows } = await server.context.pool.query<{ name: string }>('select name from contacts where id = $1', [
    giulia.contactId,
  ]);
  expect(items.slice(0, 3).map(({ by, action }) => [by, action])).toEqual([
    ['Token «Nightly sync»', 'unpublished'],
    [rows[0]?.name, 'changed'],
    ['Token «Nightly sync»', 'created'],
  ]);
  const titled = (await giulia.call(contracts.listContentTable, {})).items;
  expect(titled.find(({ id }) => id === content.id)?.changedBy).toBe('Token «Nightly sync»');
  const versions = await giulia.call(contracts.listContentHistory, { contentId: content.id });
  expect(versions.map(({ by }) => by)).toEqual([rows[0]?.name, 'Token «Nightly sync»']);
});

test('a content from before the history, which a token has published, has the token as author of its first version', async () => {
  const id = await addContent(server, {});
  await server.context.pool.query('update contents set is_draft = true where id = $1', [id]);
  const publisher = programOf((await make(['write'], { name: 'Planner' })).token);
  await publisher.call(contracts.publishContents, { ids: [id], isDraft: false });
  await giulia.call(contracts.changeContent, { contentId: id, title: 'Afterwards' });
  const versions = await giulia.call(contracts.listContentHistory, { contentId: id });
  expect(versions.map(({ by }) => by)).toEqual([expect.not.stringContaining('Token'), 'Token «Planner»']);
});

test('a token edits and publishes the menu of its company', async () => {
  const writer = programOf((await make(['write'], { name: 'Menu sync', who: elena })).token);
  const draft = await writer.call(contracts.getMenuDraft, {});
  const saved = await writer.call(contracts.saveMenuDraft, { basedOn: draft.version, items: [], removed: [] });
  expect(saved.changedBy).toBe('Token «Menu sync»');
  const { version } = await elena.call(contracts.saveMenuDraft, { ...saved, basedOn: saved.version });
  expect((await elena.call(contracts.getMenuDraft, {})).changedBy).not.toContain('Token');
  await writer.call(contracts.publishMenu, { basedOn: version });
  const { items } = await elena.call(contracts.listChanges, {});
  expect(items[0]).toMatchObject({ by: 'Token «Menu sync»', action: 'menuPublished' });
});

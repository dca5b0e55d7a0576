/** Notices, with a real push service. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addContent } from '../../../../testing/contents';
import { addPerson } from '../../../../testing/crowd';
import { TestBrowser } from '../../../../testing/push-service';
import { type PushWorld, startPushWorld } from '../../../../testing/push-world';
import { refusal, type SignedInClient, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/api/back-office/notices';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: PushWorld;
let server: TestServer;
/** An admin of the demo company, and of another one. */
let paolo: SignedInClient;
let elena: SignedInClient;
beforeAll(async () => {
  world = await startPushWorld();
  ({ server } = world);
  await signIn();
});
afterAll(() => world.close());
afterEach(() => server.context.pool.query('delete from notices; delete from notice_subscriptions'));

/** Sessions end when time goes on by days. */
async function signIn() {
  paolo = await addPerson(server, { role: 'ADMIN' });
  elena = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
}

const typed = { titleEn: 'Closed today', textEn: 'See you tomorrow', titleIt: 'Oggi chiuso', textIt: 'A domani' };
const make = (change: Partial<contracts.CallInput<typeof contracts.createNotice>> = {}, who = paolo) =>
  who.call(contracts.createNotice, { ...typed, ...change });
const send = (noticeId: string, at?: Date, who = paolo) =>
  who.call(contracts.sendNotice, { noticeId, at: at?.toISOString() });
const list = async (who = paolo) => (await who.call(contracts.listNotices, {})).items;
const find = async (id: string) => (await list()).find((one) => one.id === id);
const shown = (l: contracts.Language = 'en') => server.visitor().call(contracts.readNotices, { l });

async function subscribe(l: contracts.Language = 'en'): Promise<TestBrowser> {
  const browser = new TestBrowser(world.service);
  await server.visitor().call(contracts.subscribeToNotices, { l, token: browser.subscription });
  return browser;
}

/** Time goes on, and what is due is sent. */
function goOn(ms: number) {
  server.clock.advance(ms);
  server.context.bus.publish('noticeDue', {});
}

test('only admins of the company write and send notices', async () => {
  const { id } = await make();
  const giulia = await addPerson(server);
  const onOne: readonly ((who: Pick<SignedInClient, 'call'>) => Promise<unknown>)[] = [
    (who) => who.call(contracts.changeNotice, { noticeId: id, ...typed }),
    (who) => who.call(contracts.sendNotice, { noticeId: id }),
    (who) => who.call(contracts.withdrawNotice, { noticeId: id }),
    (who) => who.call(contracts.deleteNotice, { noticeId: id }),
  ];
  const onAll: typeof onOne = [
    (who) => who.call(contracts.listNotices, {}),
    (who) => who.call(contracts.createNotice, typed),
  ];
  for (const call of [...onOne, ...onAll]) {
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
    await expect(call(giulia)).rejects.toEqual(refusal('notAllowed'));
  }
  for (const call of onOne) await expect(call(elena)).rejects.toEqual(refusal('notFound'));
  for (const [method, path] of [
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/x?send'],
    ['POST', '/x?withdraw'],
    ['POST', ''],
  ] as const)
    expect((await paolo.raw(`${PATH}${path}`, { method })).status).toBe(400);
  expect(await list(elena)).toEqual([]);
  expect(await find(id)).toMatchObject({ ...typed, state: 'draft', wanted: 0 });
});

test.each([
  ['titleEn', { titleEn: '' }],
  ['titleIt', { titleIt: ' \u200b ' }],
  ['titleIt', { titleIt: 'x'.repeat(contracts.NOTICE_TITLE_MAX + 1) }],
  ['textEn', { textEn: 'x'.repeat(contracts.NOTICE_TEXT_MAX + 1) }],
  ['contentId', { contentId: 1.5 }],
])('refuses a wrong %s', async (field, wrong) => {
  await expect(make(wrong)).rejects.toMatchObject({ code: 400, fields: { [field]: expect.any(String) } });
});

test('a content of another company cannot be opened by a notice', async () => {
  const theirs = await addContent(server, { owner: 'TILES' });
  await expect(make({ contentId: theirs })).rejects.toEqual(refusal('notFound'));
  const { id } = await make();
  await expect(paolo.call(contracts.changeNotice, { noticeId: id, ...typed, contentId: theirs })).rejects.toEqual(
    refusal('notFound'),
  );
});

test('is pushed at once to those who asked for it, in their language, and listed for all', async () => {
  const contentId = await addContent(server, { title: 'The pump' });
  const [english, italian] = [await subscribe('en'), await subscribe('it')];
  const { id } = await make({ contentId });
  expect(await shown()).toEqual([]);
  expect(await send(id)).toMatchObject({ content: { id: contentId, title: 'The pump' } });
  const read = async (browser: TestBrowser) => browser.read(await world.service.arrived(browser.path));
  expect(await read(english)).toEqual({
    messageType: 'Notice',
    messageContent: { uniqueId: id, title: 'Closed today', text: 'See you tomorrow', contentId },
  });
  expect(await read(italian)).toMatchObject({ messageContent: { title: 'Oggi chiuso', text: 'A domani' } });
  await expect.poll(() => find(id)).toMatchObject({ state: 'sent', wanted: 2, delivered: 2, failed: 0 });
  const [one] = await shown('it');
  expect(one).toMatchObject({ id, title: 'Oggi chiuso', text: 'A domani', contentId });
  expect(one?.companyName).not.toBe('');
  // A content that visitors do not see any more is not offered.
  await server.context.pool.query(`update contents set visibility = 'company' where id = $1`, [contentId]);
  expect((await shown())[0]?.contentId).toBeNull();
});

test('waits for its moment, can be changed and withdrawn until then, and not afterwards', async () => {
  const browser = await subscribe();
  const { id } = await make();
  const at = new Date(server.clock.now().getTime() + 5 * MINUTE);
  expect(await send(id, at)).toMatchObject({ state: 'waiting', date: at.toISOString() });
  expect(await paolo.call(contracts.withdrawNotice, { noticeId: id })).toMatchObject({ state: 'draft' });
  await send(id, at);
  await paolo.call(contracts.changeNotice, { noticeId: id, ...typed, titleEn: 'Open again' });
  expect(await shown()).toEqual([]);
  goOn(6 * MINUTE);
  const push = browser.read(await world.service.arrived(browser.path));
  expect(push).toMatchObject({ messageContent: { title: 'Open again' } });
  await expect.poll(() => find(id)).toMatchObject({ state: 'sent' });
  for (const call of [
    () => paolo.call(contracts.changeNotice, { noticeId: id, ...typed }),
    () => paolo.call(contracts.withdrawNotice, { noticeId: id }),
    () => send(id),
  ])
    await expect(call()).rejects.toEqual(refusal('conflict'));
  expect(world.service.at(browser.path)).toHaveLength(1);
});

test('refuses a moment that is over or too far ahead', async () => {
  const { id } = await make();
  const now = server.clock.now().getTime();
  for (const at of [new Date(now - MINUTE), new Date(now + (contracts.NOTICE_AHEAD_DAYS + 1) * DAY)])
    await expect(send(id, at)).rejects.toMatchObject({ code: 400, message: 'Invalid field: at' });
});

test('a company sends three on a day; deleting one makes no room, another company and another day have their own', async () => {
  // The same hour on both days, and far from midnight.
  const at = new Date(server.clock.now().getTime() + 3 * DAY);
  at.setUTCHours(10);
  const ids: string[] = [];
  for (let count = 0; count < contracts.NOTICES_A_DAY; count += 1) {
    const { id } = await make();
    await send(id, at);
    ids.push(id);
  }
  const more = await make();
  await expect(send(more.id, at)).rejects.toEqual(refusal('tooManyToday'));
  await send(more.id, new Date(at.getTime() + DAY));
  const theirs = await make({}, elena);
  await send(theirs.id, at, elena);
  // Its own earlier moment does not count.
  await send(ids[0] ?? '', new Date(at.getTime() + MINUTE));
  goOn(at.getTime() + 2 * MINUTE - server.clock.now().getTime());
  await signIn();
  await expect.poll(async () => (await list()).filter(({ state }) => state === 'sent').length).toBe(3);
  await paolo.call(contracts.deleteNotice, { noticeId: ids[0] ?? '' });
  await expect(send((await make()).id, new Date(at.getTime() + HOUR))).rejects.toEqual(refusal('tooManyToday'));
});

test('of two changes of one version one is refused, and what nobody has read is not sent', async () => {
  const { id, version } = await make();
  const change = (titleEn: string, basedOn?: number) =>
    paolo.call(contracts.changeNotice, { noticeId: id, ...typed, titleEn, basedOn });
  const both = await Promise.allSettled([change('Mine', version), change('Theirs', version)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(change('Late', version)).rejects.toEqual(refusal('contentChanged'));
  await expect(paolo.call(contracts.sendNotice, { noticeId: id, basedOn: version })).rejects.toEqual(
    refusal('contentChanged'),
  );
  expect(await find(id)).toMatchObject({ state: 'draft', version: version + 1 });
  expect(await change('Without a version')).toMatchObject({ titleEn: 'Without a version', version: version + 2 });
  await paolo.call(contracts.sendNotice, { noticeId: id, basedOn: version + 2 });
  await expect.poll(() => find(id)).toMatchObject({ state: 'sent' });
});

test('two at once do not exceed the limit', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await make()).id));
  const outcomes = await Promise.allSettled(ids.map((id) => send(id)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(contracts.NOTICES_A_DAY);
});

test('a deleted notice is gone for all, and what was not delivered stays undelivered', async () => {
  const browser = await subscribe();
  world.service.replies.set(browser.path, { status: 503 });
  const { id } = await make();
  await send(id);
  await world.service.arrived(browser.path);
  await expect.poll(() => find(id)).toMatchObject({ state: 'sending', wanted: 1, delivered: 0 });
  await paolo.call(contracts.deleteNotice, { noticeId: id });
  expect([await shown(), await find(id)]).toEqual([[], undefined]);
  const { rowCount } = await server.context.pool.query('select 1 from notice_deliveries');
  expect(rowCount).toBe(0);
  const { items } = await paolo.call(contracts.listChanges, { page: 1, pageSize: 2 });
  expect(items.map(({ action, title }) => [action, title])).toEqual([
    ['noticeDeleted', 'Closed today'],
    ['noticeSent', 'Closed today'],
  ]);
});

test('is tried again later, and given up after a day', async () => {
  const [soon, never] = [await subscribe(), await subscribe()];
  for (const { path } of [soon, never]) world.service.replies.set(path, { status: 503 });
  const { id } = await make();
  await send(id);
  await Promise.all([world.service.arrived(soon.path), world.service.arrived(never.path)]);
  await expect
    .poll(async () => (await server.context.pool.query('select 1 from notice_deliveries where tries = 1')).rowCount)
    .toBe(2);
  world.service.replies.set(soon.path, { status: 201 });
  goOn(2 * MINUTE);
  await world.service.arrived(soon.path, 2);
  await world.service.arrived(never.path, 2);
  await expect.poll(() => find(id)).toMatchObject({ state: 'sending', delivered: 1, failed: 0 });
  goOn(DAY + HOUR);
  await signIn();
  await expect.poll(() => find(id)).toMatchObject({ state: 'sent', delivered: 1, failed: 1 });
  expect(world.service.at(never.path)).toHaveLength(2);
  // It may come back: nothing says that the browser is gone.
  expect((await paolo.call(contracts.listNotices, {})).subscribers).toBe(2);
});

test.each([404, 410])('a browser that is gone (%d) is forgotten', async (status) => {
  const browser = await subscribe();
  world.service.replies.set(browser.path, { status });
  const { id } = await make();
  await send(id);
  await expect.poll(() => find(id)).toMatchObject({ state: 'sent', wanted: 1, delivered: 0, failed: 1 });
  expect((await paolo.call(contracts.listNotices, {})).subscribers).toBe(0);
});

test('of a visitor only the subscription and the language are stored, once; unsubscribing removes them', async () => {
  const browser = await subscribe();
  await server.visitor().call(contracts.subscribeToNotices, { l: 'it', token: browser.subscription });
  const { rows } = await server.context.pool.query<object>('select * from notice_subscriptions');
  expect(rows).toEqual([{ id: expect.any(String), address: browser.endpoint, ...browser.keys, locale: 'it' }]);
  const stranger = JSON.stringify({ endpoint: browser.endpoint, keys: new TestBrowser(world.service).keys });
  await server.visitor().call(contracts.unsubscribeFromNotices, { token: stranger });
  expect((await paolo.call(contracts.listNotices, {})).subscribers).toBe(1);
  for (let count = 0; count < 2; count += 1)
    await server.visitor().call(contracts.unsubscribeFromNotices, { token: browser.subscription });
  expect((await paolo.call(contracts.listNotices, {})).subscribers).toBe(0);
  const { id } = await make();
  await send(id);
  await expect.poll(() => find(id)).toMatchObject({ state: 'sent', wanted: 0 });
  expect(world.service.at(browser.path)).toEqual([]);
});

test.each([
  ['no JSON', '{'],
  ['a token', 'an-fcm-token-that-is-long-enough'],
  ['a private address', 'https://10.0.0.1/x'],
  ['another port', 'https://push.example:22/x'],
])('a subscription is refused: %s', async (_, given) => {
  const { keys } = new TestBrowser(world.service);
  const token = given.startsWith('https') ? JSON.stringify({ endpoint: given, keys }) : given;
  const wrong = { code: 400, message: 'Invalid field: token' };
  await expect(server.visitor().call(contracts.subscribeToNotices, { l: 'en', token })).rejects.toMatchObject(wrong);
});

test('visitors need the API key of the build', async () => {
  const headers = {
    'x-api-key': 'wrong',
    'x-device-id': randomUUID(),
    'x-timestamp': server.clock.now().toISOString(),
  };
  for (const [method, path] of [
    ['GET', '/services/notices'],
    ['POST', '/services/notices/subscriptions'],
    ['DELETE', '/services/notices/subscriptions'],
  ] as const)
    expect((await server.visitor().raw(path, { method, headers })).status).toBe(401);
});

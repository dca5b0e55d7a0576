/** Webhooks, with a real receiver. */
import { createHmac, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addCompany, addPerson } from '../../../../testing/crowd';
import { testLead } from '../../../../testing/leads';
import type { Arrival } from '../../../../testing/push-service';
import { type PushWorld, startPushWorld } from '../../../../testing/push-world';
import { refusal, type SignedInClient, type TestServer } from '../../../../testing/start-test-server';
import { createOutside } from '../../../adapters/push/outside';
import { createWebhookSender } from './sender';

const PATH = '/api/back-office/webhooks';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: PushWorld;
let server: TestServer;
/** An admin of the demo company, and of another one. */
let paolo: SignedInClient;
let elena: SignedInClient;
beforeAll(async () => {
  world = await startPushWorld();
  ({ server } = world);
  paolo = await server.signIn('admin');
  elena = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
});
afterAll(() => world.close());
afterEach(() => server.context.pool.query('delete from webhooks'));

/** A webhook of an address of its own. */
async function make(
  events: contracts.WebhookEvent[] = ['lead.came'],
  { who = paolo, path = `/${randomUUID()}` }: { who?: SignedInClient; path?: string } = {},
) {
  const made = await who.call(contracts.createWebhook, { url: world.service.url(path), events });
  return { id: made.webhook.id, secret: made.secret, path };
}

const deliveries = (webhookId: string, who = paolo) => who.call(contracts.listDeliveries, { webhookId });
const sendTest = (webhookId: string, who = paolo) => who.call(contracts.testWebhook, { webhookId });
const readAll = async (who = paolo) => await who.call(contracts.listWebhooks, {});
const readOne = async (id: string) => (await readAll()).find((one) => one.id === id);

/** Verified as the standard says, by code of its own. */
function isSigned({ headers, body }: Arrival, secret: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}

const bodyOf = ({ body }: Arrival) =>
  JSON.parse(body.toString()) as { type: string; timestamp: string; data: Record<string, unknown> };

/** Time goes on, and what is due is sent. */
async function goOn(ms: number) {
  server.clock.advance(ms);
  server.context.bus.publish('eventQueued', {});
}

test('only admins of the company use these calls', async () => {
  const { id } = await make();
  const giulia = await server.signIn('operator');
  const onOne: readonly ((who: Pick<SignedInClient, 'call'>) => Promise<unknown>)[] = [
    (who) => who.call(contracts.changeWebhook, { webhookId: id, isOn: false }),
    (who) => who.call(contracts.renewWebhookSecret, { webhookId: id }),
    (who) => who.call(contracts.testWebhook, { webhookId: id }),
    (who) => who.call(contracts.listDeliveries, { webhookId: id }),
    (who) => who.call(contracts.deleteWebhook, { webhookId: id }),
  ];
  const onAll: typeof onOne = [
    (who) => who.call(contracts.listWebhooks, {}),
    (who) => who.call(contracts.createWebhook, { url: 'https://hooks.example.com/', events: ['lead.came'] }),
  ];
  for (const call of [...onOne, ...onAll]) {
    await expect(call(server.visitor())).rejects.toEqual(refusal('notSignedIn'));
    await expect(call(giulia)).rejects.toEqual(refusal('notAllowed'));
  }
  for (const call of onOne) await expect(call(elena)).rejects.toEqual(refusal('notFound'));
  for (const [method, path] of [
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/x?secret'],
    ['POST', '/x?test'],
    ['GET', '/x/deliveries'],
  ] as const)
    expect((await paolo.raw(`${PATH}${path}`, { method })).status).toBe(400);
  expect((await readAll(elena)).map((one) => one.id)).not.toContain(id);
  expect(await readOne(id)).toMatchObject({ disabledDate: null });
});

test.each([
  'http://hooks.example.com:PORT/',
  'https://user:secret@hooks.example.com:PORT/',
  'https://localhost:PORT/',
  'https://10.0.0.1:PORT/',
  'https://[::1]:PORT/',
  'https://printer.local:PORT/',
  'https://hooks.example.com:22/',
  'no address',
])('refuses the address %s', async (address) => {
  const url = address.replace('PORT', String(world.service.network.port));
  const wrong = { code: 400, fields: { url: expect.any(String) } };
  await expect(paolo.call(contracts.createWebhook, { url, events: ['lead.came'] })).rejects.toMatchObject(wrong);
  const { id } = await make();
  await expect(paolo.call(contracts.changeWebhook, { webhookId: id, url })).rejects.toMatchObject(wrong);
});

test('refuses unknown events, and none', async () => {
  const url = 'https://hooks.example.com/';
  for (const events of [[], ['call.heard' as contracts.WebhookEvent]])
    await expect(paolo.call(contracts.createWebhook, { url, events })).rejects.toMatchObject({ code: 400 });
});

test('a company has at most ten, and each is changed and deleted', async () => {
  const who = await addPerson(server, { role: 'ADMIN', companyCode: await addCompany(server) });
  const made = [];
  for (let count = 0; count < contracts.WEBHOOKS_MAX; count += 1) made.push(await make(['lead.came'], { who }));
  await expect(make(['lead.came'], { who })).rejects.toEqual(refusal('conflict'));
  const webhookId = made[0]?.id ?? '';
  const url = world.service.url('/earth');
  await expect(
    who.call(contracts.changeWebhook, { webhookId, url: `${url}#part`, events: ['call.ended', 'call.ended'] }),
  ).resolves.toMatchObject({ url, events: ['call.ended'] });
  await who.call(contracts.deleteWebhook, { webhookId });
  expect(await readAll(who)).toHaveLength(contracts.WEBHOOKS_MAX - 1);
});

test('a test arrives signed, and the secret is neither shown again nor stored as it is', async () => {
  const { id, secret, path } = await make();
  await sendTest(id);
  const arrival = await world.service.arrived(path);
  expect(bodyOf(arrival)).toEqual({ type: 'test', timestamp: expect.any(String), data: {} });
  expect(isSigned(arrival, secret)).toBe(true);
  expect(isSigned(arrival, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
  expect(arrival.headers['content-type']).toContain('application/json');
  await expect
    .poll(() => deliveries(id))
    .toMatchObject([{ event: 'test', state: 'delivered', attempts: 1, status: 201 }]);
  expect(JSON.stringify(await readAll())).not.toContain(secret);
  const { rows } = await server.context.pool.query<{ row: string }>('select webhooks::text as row from webhooks');
  expect(rows.some(({ row }) => row.includes(secret.replace('whsec_', '')))).toBe(false);
  for (let count = 1; count < 5; count += 1) await sendTest(id);
  await expect(sendTest(id)).rejects.toEqual(refusal('tooManyTries'));
});

test('after a new secret both sign for a day, then the new one alone', async () => {
  const { id, secret: former, path } = await make();
  const { secret } = await paolo.call(contracts.renewWebhookSecret, { webhookId: id });
  expect(secret).not.toBe(former);
  await sendTest(id);
  const first = await world.service.arrived(path);
  expect([isSigned(first, secret), isSigned(first, former)]).toEqual([true, true]);
  server.clock.advance(contracts.FORMER_SECRET_HOURS * HOUR + MINUTE);
  paolo = await server.signIn('admin');
  await sendTest(id);
  const second = await world.service.arrived(path, 2);
  expect([isSigned(second, secret), isSigned(second, former)]).toEqual([true, false]);
});

test('events go to the webhooks of their company that want them, and to no other', async () => {
  elena = await addPerson(server, { role: 'ADMIN', companyCode: 'TILES' });
  const [wants, other, theirs] = [
    await make(['content.published', 'call.ended']),
    await make(['lead.came']),
    await make(['content.published', 'call.ended', 'lead.came'], { who: elena }),
  ];
  const giulia = await server.signIn('operator');
  const { content } = await giulia.call(contracts.createContent, {
    l: 'en',
    title: 'New hall',
    writeKey: randomUUID(),
  });
  await giulia.call(contracts.publishContents, { ids: [content.id], isDraft: true });
  await giulia.call(contracts.publishContents, { ids: [content.id], isDraft: false });
  expect(bodyOf(await world.service.arrived(wants.path))).toMatchObject({
    type: 'content.published',
    data: { ids: [content.id], byId: giulia.contactId },
  });
  const luca = await server.signIn('assisted');
  const socket = await giulia.socket();
  const { call } = await luca.call(contracts.createCall, {
    subject: 'The pump is leaking',
    targetContacts: [giulia.contactId],
    cryptoSchema: 0,
  });
  await luca.call(contracts.deleteLockedCalls, {});
  const ended = await world.service.arrived(wants.path, 2);
  expect(bodyOf(ended)).toMatchObject({
    type: 'call.ended',
    data: { id: call.uniqueId, callerId: luca.contactId, answeredAt: null, talkSeconds: 0 },
  });
  expect(ended.body.toString()).not.toContain('pump');
  await socket.close();
  for (const { id, path } of [other, theirs]) expect([id, world.service.at(path).length]).toEqual([id, 0]);
  expect(await deliveries(other.id)).toEqual([]);
});

test('a lead goes to the company that it belongs to', async () => {
  const { path } = await make(['lead.came']);
  const { pool } = server.context;
  await pool.query(
    `insert into brands (company_id, name) select id, 'Aqua' from companies where code = 'DEMO' on conflict do nothing`,
  );
  await server.visitor().call(contracts.sendLead, { ...testLead(), brand: 'Aqua' });
  expect(bodyOf(await world.service.arrived(path))).toMatchObject({
    type: 'lead.came',
    data: { id: expect.any(String), lead: { Brand: 'Aqua' } },
  });
});

test('retries with the same id until it is accepted', async () => {
  const { id, secret, path } = await make();
  world.service.replies.set(path, { status: 500 });
  await sendTest(id);
  const first = await world.service.arrived(path);
  await expect.poll(() => deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, status: 500 }]);
  await expect.poll(() => readOne(id)).toMatchObject({ failures: 1 });
  world.service.replies.set(path, { status: 204 });
  await goOn(5_000);
  const second = await world.service.arrived(path, 2);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(second.body.equals(first.body)).toBe(true);
  expect(isSigned(second, secret)).toBe(true);
  await expect.poll(() => deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }]);
  await expect.poll(() => readOne(id)).toMatchObject({ failures: 0 });
});

test('gives a delivery up after eight attempts, and follows no redirect', async () => {
  const { id, path } = await make();
  const elsewhere = `/${randomUUID()}`;
  world.service.replies.set(path, { status: 302, headers: { location: world.service.url(elsewhere) } });
  await sendTest(id);
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await world.service.arrived(path, attempt);
    await expect.poll(async () => (await readOneOf(id))?.failures).toBe(attempt);
    await goOn(12 * HOUR);
  }
  await world.service.arrived(path, 8);
  await expect.poll(() => stateOf(id)).toEqual([{ tries: 8, is_delivered: false, is_done: true, status: 302 }]);
  await goOn(24 * HOUR);
  expect(world.service.at(path)).toHaveLength(8);
  expect(world.service.at(elsewhere)).toHaveLength(0);
});

/** From the database: sessions have ended by then. */
const stateOf = async (webhookId: string) =>
  (
    await server.context.pool.query(
      'select tries, is_delivered, due_at is null as is_done, status from webhook_deliveries where webhook_id = $1',
      [webhookId],
    )
  ).rows;
const readOneOf = async (id: string) =>
  (
    await server.context.pool.query<{ failures: number; disabled_at: Date | null }>(
      'select failures, disabled_at from webhooks where id = $1',
      [id],
    )
  ).rows[0];

test('an address that wants no more, or fails for long, is turned off, and the admins get a mail', async () => {
  paolo = await server.signIn('admin');
  const gone = await make();
  world.service.replies.set(gone.path, { status: 410 });
  await sendTest(gone.id);
  await expect.poll(() => readOne(gone.id)).toMatchObject({ disabledDate: expect.any(String) });
  expect(await deliveries(gone.id)).toMatchObject([{ state: 'failed', status: 410 }]);
  const mailTo = (path: string) =>
    server.context.outbox?.recent().find(({ to, text }) => to === 'admin@demo.example' && text.includes(path));
  await expect.poll(() => mailTo(gone.path)?.subject).toBe('A webhook of Earth was turned off');

  const broken = await make();
  world.service.replies.set(broken.path, { status: 503 });
  await server.context.pool.query('update webhooks set failures = 49 where id = $1', [broken.id]);
  await sendTest(broken.id);
  await expect.poll(() => mailTo(broken.path)).toBeDefined();
  expect(await readOne(broken.id)).toMatchObject({ disabledDate: expect.any(String), failures: 50 });

  world.service.replies.delete(broken.path);
  await paolo.call(contracts.changeWebhook, { webhookId: broken.id, isOn: true });
  expect(await readOne(broken.id)).toMatchObject({ disabledDate: null, failures: 0 });
  await sendTest(broken.id);
  await world.service.arrived(broken.path, 2);
});

test('what a killed server was sending is sent once more', async () => {
  const { id, path } = await make();
  const { pool, clock } = server.context;
  // As a server leaves it that dies after the claim: nobody answers, and the claim is still there.
  await pool.query(
    `insert into webhook_deliveries (id, webhook_id, event, body, created_at, due_at, tries)
     values ($1, $2, 'test', '{}', $3, $4, 1)`,
    [randomUUID(), id, clock.now(), new Date(clock.now().getTime() + 30_000)],
  );
  server.context.bus.publish('eventQueued', {});
  await goOn(29_000);
  expect(world.service.at(path)).toHaveLength(0);
  await goOn(1_000);
  await world.service.arrived(path);
  await expect.poll(() => stateOf(id)).toMatchObject([{ tries: 2, is_delivered: true }]);
});

test('never connects to a private network, whatever the name resolves to', async () => {
  const { id, path } = await make();
  const { network } = world.service;
  const outside = createOutside({ ...network, isAllowed: () => false });
  await server.context.pool.query(
    `insert into webhook_deliveries (id, webhook_id, event, body, created_at, due_at) values ($1, $2, 'test', '{}', $3, $3)`,
    [randomUUID(), id, server.context.clock.now()],
  );
  const sender = createWebhookSender({ ...server.context, outside });
  sender.wake();
  await sender.idle();
  await sender.stop();
  outside.close();
  expect(await stateOf(id)).toMatchObject([{ tries: 1, is_delivered: false, status: null }]);
  expect(world.service.at(path)).toHaveLength(0);
});

test('deliveries are forgotten after thirty days', async () => {
  const { id, path } = await make();
  await sendTest(id);
  await world.service.arrived(path);
  await expect.poll(() => stateOf(id)).toMatchObject([{ is_delivered: true }]);
  await goOn((contracts.DELIVERY_DAYS * 24 + 1) * HOUR);
  await expect.poll(() => stateOf(id)).toEqual([]);
});

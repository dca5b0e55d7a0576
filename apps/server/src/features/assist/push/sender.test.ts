/** The queue on a clock of its own: when a push is sent, and what becomes of it. */
import { randomUUID } from 'node:crypto';
import type { PushMessage } from '@earth/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { type PushWorld, startPushWorld } from '../../../../testing/push-world';
import type { SignedInClient, TestServer } from '../../../../testing/start-test-server';
import type { PushAdapter, Delivery, PushPayload } from '../../../adapters/push/push-adapter';
import { queuePush } from './queue';
import { createSender, type Sender } from './sender';
import { findNextDue } from './store';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const accepted: Delivery = { outcome: 'accepted' };
const later: Delivery = { outcome: 'later', afterSeconds: 0 };

let world: PushWorld;
let server: TestServer;
let person: SignedInClient;
/** The server's own sender polls too, once it has started: on its clock nothing is due yet. */
let start: number;
let now: number;
let sender: Sender;
/** What the push services received, and when, in seconds. */
let sent: { readonly second: number; readonly payload: PushPayload }[];
let answer: (address: string, signal: AbortSignal) => Promise<Delivery>;
beforeAll(async () => {
  world = await startPushWorld();
  ({ server } = world);
  start = server.clock.now().getTime() + HOUR_MS;
});
afterAll(() => world.close());

beforeEach(async () => {
  await server.context.pool.query('delete from push_tokens');
  person = await addSubscriber();
  now = start;
  sent = [];
  answer = async () => accepted;
  sender = newSender();
});

afterEach(() => sender.stop());

const clock = { now: () => new Date(now) };

async function addSubscriber(host?: string): Promise<SignedInClient> {
  const client = await addPerson(server);
  await world.subscribe(client, host);
  return client;
}

function newSender(): Sender {
  const web: PushAdapter = {
    send(to, payload, signal) {
      sent.push({ second: (now - start) / 1000, payload });
      return answer(to.address, signal);
    },
  };
  return createSender({ ...server.context, clock, pushAdapters: { of: { web }, close: () => undefined } });
}

function messageOf(type: 'EndedCall' | 'RoomMessage' | 'IncomingCall', topic: string): PushMessage {
  const date = new Date(start).toISOString();
  const someone = { uniqueId: person.contactId, name: 'Ada' };
  const call = { uniqueId: topic, callerUniqueId: someone.uniqueId, startDate: date, ringsUntil: date };
  switch (type) {
    case 'EndedCall':
      return { messageType: type, messageContent: { callUniqueId: topic } };
    case 'RoomMessage':
      return { messageType: type, messageContent: { roomUniqueId: topic, sender: someone, date } };
    case 'IncomingCall':
      return { messageType: type, messageContent: { call: { ...call, cryptoSchema: 0 }, caller: someone } };
  }
}

const queueOf = (type: Parameters<typeof messageOf>[0], topic: string = randomUUID(), to = person) =>
  queuePush({ ...server.context, clock }, server.context.db, {
    contactIds: [to.contactId],
    message: messageOf(type, topic),
    topic,
    expiresAt: new Date(start + HOUR_MS),
  });

const queue = (expiresAt: number, topic = randomUUID(), to: SignedInClient = person) =>
  queuePush({ ...server.context, clock }, server.context.db, {
    contactIds: [to.contactId],
    message: messageOf('EndedCall', topic),
    topic,
    expiresAt: new Date(expiresAt),
  });

async function goOnTo(second: number): Promise<void> {
  now = start + second * 1000;
  sender.wake();
  await sender.idle();
}

async function queued(): Promise<number> {
  const { rows } = await server.context.pool.query<{ count: string }>('select count(*) from push_queue');
  return Number(rows[0]?.count);
}

/** A promise that is not settled yet. */
function pending<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const seconds = () => sent.map(({ second }) => second);

test('sends a queued push once', async () => {
  await queue(start + MINUTE_MS);
  await goOnTo(0);
  await goOnTo(1);
  expect(seconds()).toEqual([0]);
  expect(await queued()).toBe(0);
});

test('retries a push after 1, 2, 4 and 8 seconds', async () => {
  answer = async () => later;
  await queue(start + MINUTE_MS);
  for (let second = 0; second <= 15; second += 1) await goOnTo(second);
  expect(seconds()).toEqual([0, 1, 3, 7, 15]);
  answer = async () => accepted;
  await goOnTo(31);
  await goOnTo(59);
  expect(seconds()).toEqual([0, 1, 3, 7, 15, 31]);
});

test.each([
  [20, 20],
  [999_999, 600],
])('retries after %i s in %i s, and also without an answer', async (afterSeconds, pause) => {
  answer = async () => ({ outcome: 'later', afterSeconds });
  await queue(start + HOUR_MS);
  await goOnTo(0);
  answer = () => Promise.reject(new Error('no answer'));
  await goOnTo(pause - 1);
  await goOnTo(pause);
  answer = async () => accepted;
  await goOnTo(pause + 2);
  expect(seconds()).toEqual([0, pause, pause + 2]);
  expect(await queued()).toBe(0);
});

test('drops a push when it expires', async () => {
  answer = async () => later;
  await queue(start + 2500);
  await goOnTo(0);
  await goOnTo(1);
  await goOnTo(2.5);
  await goOnTo(60);
  expect(seconds()).toEqual([0, 1]);
  expect(await queued()).toBe(0);
});

test('deletes the token and the queue of a device that is gone', async () => {
  answer = async () => ({ outcome: 'gone' });
  await queue(start + MINUTE_MS);
  await queue(start + MINUTE_MS);
  await goOnTo(0);
  expect(seconds()).toEqual([0]);
  expect(await queued()).toBe(0);
  expect(await queue(start + MINUTE_MS)).toBe(false);
});

test('drops a push that is refused for good, and keeps the token', async () => {
  answer = async () => ({ outcome: 'refused', why: '413' });
  await queue(start + MINUTE_MS);
  await goOnTo(0);
  await goOnTo(1);
  expect(seconds()).toEqual([0]);
  expect(await queue(start + MINUTE_MS)).toBe(true);
});

test('a newer push of the same topic replaces the queued one, also while that is being sent', async () => {
  const topic = randomUUID();
  await queue(start + MINUTE_MS, topic);
  await queue(start + 2 * MINUTE_MS, topic);
  const answered = pending<Delivery>();
  answer = () => answered.promise;
  sender.wake();
  await expect.poll(() => sent.length).toBe(1);
  await queue(start + 3 * MINUTE_MS, topic);
  sender.wake();
  answer = async () => accepted;
  answered.resolve(accepted);
  await sender.idle();
  expect(sent.map(({ payload }) => (payload.expiresAt.getTime() - start) / MINUTE_MS)).toEqual([2, 3]);
  expect(await queued()).toBe(0);
});

test('a restart loses neither queued pushes nor one that is being sent', async () => {
  answer = async () => later;
  await queue(start + MINUTE_MS);
  await goOnTo(0);
  await queue(start + MINUTE_MS);
  const started = pending<void>();
  answer = (_, signal) => {
    started.resolve();
    return new Promise((__, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cut off')));
    });
  };
  sender.wake();
  await started.promise;
  await sender.stop();
  expect(await queued()).toBe(2);

  answer = async () => accepted;
  sender = newSender();
  await goOnTo(2);
  expect(await queued()).toBe(0);
  const topics = sent.map(({ payload }) => payload.topic);
  expect(topics.slice(2).toSorted()).toEqual(topics.slice(0, 2).toSorted());
});

test('a hanging service only delays its own pushes', async () => {
  const slow = [];
  for (let count = 0; count < 12; count += 1) slow.push(await addSubscriber('slow.example'));
  const never = pending<Delivery>();
  answer = (address) => (address.includes('slow.example') ? never.promise : Promise.resolve(accepted));
  for (const client of slow) await queue(start + MINUTE_MS, randomUUID(), client);
  now += 1;
  const topic = randomUUID();
  await queue(start + MINUTE_MS, topic);
  sender.wake();
  await expect.poll(() => sent.length).toBe(9);
  expect(sent.some(({ payload }) => payload.topic === topic)).toBe(true);
  never.resolve(accepted);
  await sender.idle();
  expect(await queued()).toBe(0);
  expect(sent).toHaveLength(13);
});

test('an attempt that ends late does not release the claim of another server', async () => {
  const answers: ((delivery: Delivery) => void)[] = [];
  answer = async () => (sent.length > 2 ? accepted : new Promise((resolve) => answers.push(resolve)));
  const other = newSender();
  for (let count = 0; count < 2; count += 1) await queue(start + MINUTE_MS);
  sender.wake();
  await expect.poll(() => answers.length).toBe(1);
  // As if this server had stood still.
  now += MINUTE_MS / 2;
  other.wake();
  await expect.poll(() => answers.length).toBe(2);

  answers[0]?.(accepted);
  await sender.idle();
  expect(sent).toHaveLength(2);
  answers[1]?.(accepted);
  await other.idle();
  expect(sent).toHaveLength(3);
  expect(await queued()).toBe(0);
  await other.stop();
});

test('a device with many queued pushes does not delay the others', async () => {
  const slow = await addSubscriber('slow.example');
  const never = pending<Delivery>();
  answer = (address) => (address.includes('slow.example') ? never.promise : Promise.resolve(accepted));
  // As many as one query returns.
  for (let count = 0; count < 64; count += 1) await queue(start + MINUTE_MS, randomUUID(), slow);
  now += 1;
  const topic = randomUUID();
  await queue(start + MINUTE_MS, topic);
  sender.wake();
  await expect.poll(() => sent.some(({ payload }) => payload.topic === topic)).toBe(true);
  expect(sent).toHaveLength(2);
  never.resolve(accepted);
  await sender.idle();
  expect(await queued()).toBe(0);
});

test('a ring goes first, and has a place even if a hanging service has reached its limit for others', async () => {
  const slow = [];
  for (let count = 0; count < 9; count += 1) slow.push(await addSubscriber('slow.example'));
  const never = pending<Delivery>();
  answer = () => never.promise;
  for (const client of slow.slice(0, 8)) await queueOf('RoomMessage', randomUUID(), client);
  sender.wake();
  await expect.poll(() => sent.length).toBe(8);
  await queueOf('RoomMessage', randomUUID(), slow[8]);
  now += 1;
  const call = randomUUID();
  await queueOf('IncomingCall', call, slow[8]);
  sender.wake();
  await expect.poll(() => sent.length).toBe(9);
  expect(sent[8]?.payload).toMatchObject({ messageType: 'IncomingCall', topic: call });
  never.resolve(accepted);
  await sender.idle();
  expect(await queued()).toBe(0);
});

test('a ring has a place even if hanging services occupy all others', async () => {
  const crowd = await addPerson(server);
  const { rows } = await server.context.pool.query<{ id: string }>(
    `insert into sessions (id, contact_id, device_id, app_os, model, expires_at)
     select gen_random_uuid(), $1, 'device ' || i, 'web', 'Test', $2 from generate_series(1, 70) i returning id`,
    [crowd.contactId, new Date(start + HOUR_MS)],
  );
  await server.context.pool.query(
    `insert into push_tokens (id, session_id, kind, address, host, p256dh, auth)
     select gen_random_uuid(), id, 'web', 'https://host' || i % 10 || '.example/' || i, 'host' || i % 10, '', ''
     from unnest($1::uuid[]) with ordinality as made (id, i)`,
    [rows.map(({ id }) => id)],
  );
  const never = pending<Delivery>();
  answer = () => never.promise;
  await queueOf('RoomMessage', randomUUID(), crowd);
  sender.wake();
  await expect.poll(() => sent.length).toBe(64);
  await queueOf('IncomingCall');
  sender.wake();
  await expect.poll(() => sent.length).toBe(65);
  never.resolve(accepted);
  await sender.idle();
  expect(sent).toHaveLength(71);
});

test('a new message in a room does not shorten a service’s pause', async () => {
  answer = async () => later;
  const room = randomUUID();
  for (const second of [0, 0.5, 1, 1.5, 2, 3, 4]) {
    await goOnTo(second);
    await queueOf('RoomMessage', room);
    await goOnTo(second);
  }
  expect(seconds()).toEqual([0, 1, 3]);

  const started = pending<Delivery>();
  answer = () => started.promise;
  now = start + 7000;
  sender.wake();
  await expect.poll(seconds).toEqual([0, 1, 3, 7]);
  await queueOf('RoomMessage', room);
  started.resolve(later);
  await sender.idle();
  await goOnTo(14);
  answer = async () => accepted;
  await goOnTo(15);
  expect(seconds()).toEqual([0, 1, 3, 7, 15]);
  expect(await queued()).toBe(0);
});

test('a ring, and its end, do not wait for the pause of an earlier push of the same topic', async () => {
  answer = async () => later;
  const call = randomUUID();
  await queueOf('IncomingCall', call);
  await goOnTo(0);
  await queueOf('EndedCall', call);
  await goOnTo(0.25);
  await queueOf('IncomingCall', call);
  await goOnTo(0.5);
  expect(seconds()).toEqual([0, 0.25, 0.5]);
});

test('during the pause of a service its device gets nothing but the end of a ring', async () => {
  answer = async () => ({ outcome: 'later', afterSeconds: 20 });
  await queueOf('RoomMessage');
  await goOnTo(0);
  answer = async () => accepted;
  await queueOf('RoomMessage');
  await queueOf('IncomingCall');
  await goOnTo(1);
  expect(seconds()).toEqual([0]);
  const other = await addSubscriber();
  await queueOf('RoomMessage', randomUUID(), other);
  await queueOf('EndedCall');
  await goOnTo(2);
  expect(
    sent
      .slice(1)
      .map(({ payload }) => payload.messageType)
      .toSorted(),
  ).toEqual(['EndedCall', 'RoomMessage']);
  await goOnTo(19);
  expect(sent).toHaveLength(3);
  await goOnTo(20);
  expect(sent).toHaveLength(6);
  expect(await queued()).toBe(0);
});

test('polls again when a pause ends', async () => {
  answer = async () => ({ outcome: 'later', afterSeconds: 20 });
  await queueOf('RoomMessage');
  await goOnTo(0);
  await queueOf('RoomMessage');
  const { db } = server.context;
  expect(await findNextDue(db, new Date(start + 1000))).toEqual(new Date(start + 20_000));
  await server.context.pool.query('delete from push_queue where tries > 0');
  expect(await findNextDue(db, new Date(start + 1000))).toEqual(new Date(start + 20_000));
  expect(await findNextDue(db, new Date(start + 20_000))).toBeNull();
});

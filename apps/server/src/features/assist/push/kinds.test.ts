/** Push to phones: which of their tokens gets which push, through local stand-ins for the services of Google and Apple. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPushToken, type CallInput, encode, type PushMessage, pushMessage, removePushToken } from '@earth/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppleService } from '../../../../testing/apple-service';
import { addDevice, addPerson } from '../../../../testing/crowd';
import type { PushService } from '../../../../testing/push-service';
import { type PushWorld, startPushWorld } from '../../../../testing/push-world';
import type { SignedInClient, TestServer } from '../../../../testing/start-test-server';
import { createApns } from '../../../adapters/push/apns';
import type { PushAdapters } from '../../../adapters/push/push-adapter';
import { createFcm } from '../../../adapters/push/fcm';
import { createOutside } from '../../../adapters/push/outside';
import { type Push, queuePush } from './queue';
import { createSender, type Sender } from './sender';

const SEND = '/v1/projects/earth-help/messages:send';
const MINUTE_MS = 60_000;

let folder: string;
let world: PushWorld;
let server: TestServer;
let google: PushService;
let apple: AppleService;
let pushAdapters: PushAdapters;
let person: SignedInClient;
let sender: Sender;
/** Ahead of the server's own sender, for which nothing is due yet. */
let now: number;
const clock = { now: () => new Date(now) };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earth-keys-'));
  apple = await AppleService.start();
  const googleKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const pem = (key: typeof googleKey) => key.export({ type: 'pkcs8', format: 'pem' });
  const [account, p8] = [join(folder, 'account.json'), join(folder, 'apple.p8')];
  await writeFile(p8, pem(apple.keys.privateKey));
  await writeFile(
    account,
    JSON.stringify({
      type: 'service_account',
      project_id: 'earth-help',
      client_email: 'earth@earth-help.example',
      private_key: pem(googleKey),
      token_uri: 'https://push.example/token',
    }),
  );
  const { keyId, teamId, topic } = apple.keys;
  world = await startPushWorld({
    FCM_CREDENTIALS: account,
    APNS_KEY: p8,
    APNS_KEY_ID: keyId,
    APNS_TEAM_ID: teamId,
    APNS_TOPIC: topic,
  });
  ({ server, service: google } = world);
  google.replies.set('/token', { status: 200, body: '{"access_token":"ya29.one","expires_in":3600}' });
  pushAdapters = adaptersTo(googleKey);
  now = server.clock.now().getTime() + 60 * MINUTE_MS;
});
afterAll(async () => {
  pushAdapters.close();
  await world.close();
  apple.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  person = await addPerson(server);
  apple.arrivals = [];
  apple.reply = { status: 200 };
  google.arrivals.length = 0;
  google.replies.set(SEND, { status: 200 });
  sender = createSender({ ...server.context, clock, pushAdapters });
});
afterEach(async () => {
  await sender.stop();
  await server.context.pool.query('delete from push_tokens');
});

function adaptersTo(privateKey: Parameters<typeof createFcm>[0]['credentials']['privateKey']): PushAdapters {
  const outside = createOutside(google.network);
  const { alert, voip, close } = createApns({ keys: apple.keys, clock, ca: apple.ca });
  const tokenUri = google.url('/token');
  const credentials = { projectId: 'earth-help', clientEmail: 'earth@earth-help.example', privateKey, tokenUri };
  return {
    of: { apns: alert, voip, fcm: createFcm({ credentials, outside, clock, origin: google.url('') }) },
    close() {
      outside.close();
      close();
    },
  };
}

type Kind = 'fcm' | 'apns' | 'voip';

/** A token as a phone has it, and how it registers it. */
function tokenOf(kind: Kind, { deviceId }: SignedInClient): CallInput<typeof addPushToken> {
  if (kind === 'fcm') return { token: `${randomUUID()}:APA91b`, deviceId };
  return { token: randomUUID().replaceAll('-', '').repeat(2), deviceId, type: kind };
}

async function register(kind: Kind, client = person) {
  const given = tokenOf(kind, client);
  await client.call(addPushToken, given);
  return given;
}

const ring = (topic: string): PushMessage => ({
  messageType: 'IncomingCall',
  messageContent: {
    call: {
      uniqueId: topic,
      callerUniqueId: person.contactId,
      startDate: clock.now().toISOString(),
      ringsUntil: clock.now().toISOString(),
      cryptoSchema: 0,
    },
    caller: { uniqueId: person.contactId, name: 'Ada' },
  },
});
const end = (callUniqueId: string): PushMessage => ({ messageType: 'EndedCall', messageContent: { callUniqueId } });
const handled = (callUniqueId: string, { contactId, deviceId }: SignedInClient): PushMessage => ({
  messageType: 'CallHandledByGroup',
  messageContent: { callUniqueId, contactUniqueId: contactId, deviceId },
});

const written = (roomUniqueId: string): PushMessage => ({
  messageType: 'RoomMessage',
  messageContent: {
    roomUniqueId,
    sender: { uniqueId: person.contactId, name: 'Ada' },
    date: clock.now().toISOString(),
  },
});

const queue = (message: PushMessage, topic: string, except?: Push['except'], ringsUntil?: Date) =>
  queuePush({ ...server.context, clock }, server.context.db, {
    contactIds: [person.contactId],
    message,
    topic,
    expiresAt: new Date(now + 5 * MINUTE_MS),
    ...(except && { except }),
    ...(ringsUntil && { ringsUntil }),
  });

async function send(): Promise<void> {
  sender.wake();
  await sender.idle();
}

/** The waiting pushes, by the kind of their token. */
async function waiting() {
  const { rows } = await server.context.pool.query<{ kind: Kind; type: string }>(
    `select kind, message_type as type from push_queue join push_tokens on push_tokens.id = token_id order by kind`,
  );
  return rows.map(({ kind, type }) => [kind, type]);
}

async function tokens() {
  const { rows } = await server.context.pool.query<{ kind: Kind; host: string }>(
    'select kind, host from push_tokens order by kind',
  );
  return rows.map(({ kind, host }) => [kind, host]);
}

const appleGot = () =>
  apple.arrivals.map(({ headers, body }) => [
    headers['apns-push-type'],
    (body as { readonly messageType: string }).messageType,
  ]);

test('A7.45: /services/notifications: a phone registers a token of each kind and removes them', async () => {
  const given = [await register('fcm'), await register('apns'), await register('voip')];
  expect(await tokens()).toEqual([
    ['apns', 'apns'],
    ['fcm', 'fcm'],
    ['voip', 'apns'],
  ]);
  for (const one of given) await person.call(removePushToken, one);
  expect(await tokens()).toEqual([]);
});

test('an Android phone gets every push as data', async () => {
  const { token } = await register('fcm');
  const topic = randomUUID();
  await queue(ring(topic), topic);
  await send();
  const { message } = JSON.parse((await google.arrived(SEND)).body.toString()) as Record<string, unknown>;
  expect(message).toMatchObject({ token, data: { messageType: 'IncomingCall' }, android: { collapse_key: topic } });
  await queue(end(topic), topic);
  await send();
  expect((await google.arrived(SEND, 2)).body.toString()).toContain('"EndedCall"');
  expect(await waiting()).toEqual([]);
});

test('an iPhone rings by VoIP only, and gets all other pushes as alerts only', async () => {
  await register('voip');
  await register('apns');
  const topic = randomUUID();
  await queue(ring(topic), topic);
  await send();
  expect(appleGot()).toEqual([['voip', 'IncomingCall']]);
  await queue(end(topic), topic);
  await send();
  expect(appleGot().slice(1)).toEqual([['alert', 'EndedCall']]);
});

test('A4.13: an iPhone that rings by VoIP gets the end of the ring the same way, as long as it rings', async () => {
  await register('voip');
  await register('apns');
  const topic = randomUUID();
  const ringsUntil = new Date(now + MINUTE_MS);
  await queue(ring(topic), topic);
  await send();
  apple.arrivals = [];
  await queue(end(topic), topic, undefined, ringsUntil);
  await send();
  expect(appleGot().map(String).toSorted()).toEqual(['alert,EndedCall', 'voip,EndedCall']);
  const voip = apple.arrivals.find(({ headers }) => headers['apns-push-type'] === 'voip');
  // Switched on later, the phone has stopped by itself: the screen of a call would flash up for nothing.
  expect(voip?.headers['apns-expiration']).toBe(String(Math.floor(ringsUntil.getTime() / 1000)));

  // The ring is over, or this device has answered itself.
  apple.arrivals = [];
  await queue(end(topic), topic, undefined, new Date(now));
  await queue(handled(randomUUID(), person), randomUUID(), person, ringsUntil);
  await send();
  expect(appleGot()).toEqual([['alert', 'EndedCall']]);
});

test('a push of a message contains sender and room, and no read token for phones', async () => {
  for (const kind of ['fcm', 'apns', 'voip'] as const) await register(kind);
  const topic = randomUUID();
  await queue(written(topic), topic);
  await send();
  const sent = encode(pushMessage, written(topic)) as { messageContent: object };
  const { message } = JSON.parse((await google.arrived(SEND)).body.toString()) as { message: { data: object } };
  expect(message.data).toEqual({ ...sent, messageContent: JSON.stringify(sent.messageContent) });
  expect(apple.arrivals.map(({ body }) => body)).toEqual([{ ...sent, aps: expect.any(Object) }]);
});

test('an iPhone without a VoIP token rings by an alert, also if another one has such a token', async () => {
  await register('voip');
  await register('apns', await addDevice(server, person.contactId));
  const topic = randomUUID();
  await queue(ring(topic), topic);
  await send();
  expect(appleGot().map(String).toSorted()).toEqual(['alert,IncomingCall', 'voip,IncomingCall']);
});

test('a hang-up removes a queued ring for Apple', async () => {
  await register('voip');
  await register('apns');
  apple.reply = { status: 503 };
  const topic = randomUUID();
  await queue(ring(topic), topic);
  await send();
  expect(await waiting()).toEqual([['voip', 'IncomingCall']]);
  apple.reply = { status: 200 };
  await queue(end(topic), topic, undefined, new Date(now + MINUTE_MS));
  expect(await waiting()).toEqual([['apns', 'EndedCall']]);
  now += MINUTE_MS;
  await send();
  expect(appleGot()).toEqual([
    ['voip', 'IncomingCall'],
    ['alert', 'EndedCall'],
  ]);
  expect(await waiting()).toEqual([]);
});

test('removes the queued ring of the device that answered, and notifies the others', async () => {
  await register('fcm');
  const other = await addDevice(server, person.contactId);
  const { token } = await register('fcm', other);
  google.replies.set(SEND, { status: 503 });
  const topic = randomUUID();
  await queue(ring(topic), topic);
  await send();
  await google.arrived(SEND, 2);
  expect(await waiting()).toHaveLength(2);
  google.replies.set(SEND, { status: 200 });
  await queue(handled(topic, person), topic, person);
  expect(await waiting()).toEqual([['fcm', 'CallHandledByGroup']]);
  await send();
  expect(JSON.parse((await google.arrived(SEND, 3)).body.toString())).toMatchObject({
    message: { token, data: { messageType: 'CallHandledByGroup' } },
  });
  expect(await waiting()).toEqual([]);
});

test.each([
  ['apns', 410, '{"reason":"Unregistered"}'],
  ['voip', 400, '{"reason":"BadDeviceToken"}'],
  ['fcm', 404, '{"error":{"details":[{"errorCode":"UNREGISTERED"}]}}'],
] as const)('a token %s is forgotten where the answer is %i %s', async (kind, status, body) => {
  await register(kind);
  google.replies.set(SEND, { status, body });
  apple.reply = { status, body };
  const topic = randomUUID();
  await queue(kind === 'voip' ? ring(topic) : end(topic), topic);
  await send();
  expect(await tokens()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('keeps queued pushes if Apple refuses the key', async () => {
  await register('apns');
  apple.reply = { status: 403, body: '{"reason":"InvalidProviderToken"}' };
  const topic = randomUUID();
  await queue(end(topic), topic);
  await send();
  expect(await waiting()).toEqual([['apns', 'EndedCall']]);
  apple.reply = { status: 200 };
  now += MINUTE_MS;
  await send();
  expect(appleGot()).toEqual([
    ['alert', 'EndedCall'],
    ['alert', 'EndedCall'],
  ]);
  expect(await waiting()).toEqual([]);
});

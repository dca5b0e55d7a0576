import { isDeepStrictEqual } from 'node:util';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppleService } from '../../../testing/apple-service';
import { createApns } from './apns';
import type { PushPayload } from './push-adapter';

const start = Date.parse('2026-03-01T10:00:00Z');
let now = start;
const device = { address: 'ab'.repeat(32), p256dh: null, auth: null };
const payload: PushPayload = {
  messageType: 'IncomingCall',
  messageContent: '{"Call":{"UniqueId":"0190a000-0000-7000-8000-0000000000aa"}}',
  topic: '0190a000-0000-7000-8000-0000000000aa',
  expiresAt: new Date(start + 30_000),
};

let service: AppleService;
let apple: ReturnType<typeof createApns>;
beforeAll(async () => {
  service = await AppleService.start();
  apple = createApns({ keys: service.keys, clock: { now: () => new Date(now) }, ca: service.ca });
});
afterAll(() => {
  apple.close();
  service.close();
});
beforeEach(() => {
  service.reply = { status: 200 };
  service.arrivals = [];
});

const send = (
  kind: 'alert' | 'voip' = 'alert',
  signal = new AbortController().signal,
  messageType = payload.messageType,
) => apple[kind].send(device, { ...payload, messageType }, signal);

test('rings by VoIP: with its own topic, and no longer than the ring', async () => {
  expect(await send('voip')).toEqual({ outcome: 'accepted' });
  expect(service.arrivals).toMatchObject([
    {
      headers: {
        ':method': 'POST',
        ':path': `/3/device/${device.address}`,
        'apns-topic': 'com.example.help.voip',
        'apns-push-type': 'voip',
        'apns-priority': '10',
        'apns-expiration': String(start / 1000 + 30),
        'apns-collapse-id': payload.topic,
      },
      body: { aps: {}, messageType: 'IncomingCall', messageContent: JSON.parse(payload.messageContent) },
    },
  ]);
});

test('an alert contains no text except the key by which the app finds it', async () => {
  await send();
  expect(service.arrivals).toMatchObject([
    {
      headers: { 'apns-topic': 'com.example.help', 'apns-push-type': 'alert' },
      body: { aps: { alert: { 'loc-key': 'IncomingCall' }, 'mutable-content': 1 } },
    },
  ]);
});

test.each([
  ['EndedCall', { 'interruption-level': 'passive' }],
  ['CallHandledByGroup', { 'interruption-level': 'passive' }],
  ['RoomMessage', { sound: 'default' }],
])('plays a sound with an alert %s unless it ends a ring', async (messageType, heard) => {
  await send('alert', undefined, messageType);
  const alert = { alert: { 'loc-key': messageType }, ...heard, 'mutable-content': 1 };
  expect(service.arrivals.map(({ body }) => body)).toMatchObject([
    { aps: expect.toSatisfy((aps) => isDeepStrictEqual(aps, alert)) },
  ]);
});

test('signs the provider token with the team’s key, and reuses it for a while', async () => {
  const tokenOf = async () => {
    await send();
    return service.arrivals.at(-1)?.headers.authorization?.replace(/^bearer /, '') ?? '';
  };
  const token = await tokenOf();
  const { header, payload } = jwt.verify(token, service.publicKey, { algorithms: ['ES256'], complete: true });
  expect(header).toMatchObject({ alg: 'ES256', kid: 'KEY1234567' });
  expect(payload).toEqual({ iss: 'TEAM123456', iat: now / 1000 });
  now += 20 * 60_000;
  expect(await tokenOf()).toBe(token);
  now += 25 * 60_000;
  expect(await tokenOf()).not.toBe(token);
  service.reply = { status: 403, body: '{"reason":"ExpiredProviderToken"}' };
  const refused = await tokenOf();
  now += 1000;
  expect(await tokenOf()).not.toBe(refused);
});

test.each([
  [410, '{"reason":"Unregistered"}', { outcome: 'gone' }],
  [400, '{"reason":"BadDeviceToken"}', { outcome: 'gone' }],
  [400, '{"reason":"BadTopic"}', { outcome: 'refused', why: '400 {"reason":"BadTopic"}' }],
  [403, '{"reason":"ExpiredProviderToken"}', { outcome: 'later', why: '403' }],
  [429, '{"reason":"TooManyRequests"}', { outcome: 'later', why: '429' }],
  [503, '', { outcome: 'later', why: '503' }],
])('maps the answer %i %s to %j', async (status, body, delivery) => {
  service.reply = { status, body };
  expect(await send()).toMatchObject(delivery);
});

test('rejects if the key is refused, so that the push is retried', async () => {
  service.reply = { status: 403, body: '{"reason":"InvalidProviderToken"}' };
  await expect(send()).rejects.toMatchObject({
    code: '403',
    message: 'APNs refuses the key: 403 {"reason":"InvalidProviderToken"}',
  });
  service.reply = { status: 200 };
  expect(await send()).toEqual({ outcome: 'accepted' });
});

test('uses one connection for all, and opens another one when it is dead', async () => {
  await send();
  const before = service.connections;
  await Promise.all([send(), send('voip')]);
  expect(service.connections).toBe(before);
  service.reply = null;
  const abort = new AbortController();
  const arrived = new Promise<void>((resolve) => {
    service.onArrival = resolve;
  });
  const silent = send('alert', abort.signal);
  await arrived;
  abort.abort();
  await expect(silent).rejects.toThrow('aborted');
  service.reply = { status: 200 };
  expect(await send()).toEqual({ outcome: 'accepted' });
  expect(service.connections).toBe(before + 1);
});

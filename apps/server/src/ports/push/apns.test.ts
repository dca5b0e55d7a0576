import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { certificateFor } from '../../../testing/push-service';
import { createApns } from './apns';
import type { Parcel } from './courier';

const start = Date.parse('2026-03-01T10:00:00Z');
let now = start;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const device = { address: 'ab'.repeat(32), p256dh: null, auth: null };
const parcel: Parcel = {
  messageType: 'IncomingCall',
  messageContent: '{"Call":{"UniqueId":"0190a000-0000-7000-8000-0000000000aa"}}',
  topic: '0190a000-0000-7000-8000-0000000000aa',
  expiresAt: new Date(start + 30_000),
};

let server: Http2SecureServer;
let connections = 0;
let reply: { readonly status: number; readonly body?: string } | null = { status: 200 };
let arrivals: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = [];
let arrive: () => void = () => {};
let apple: ReturnType<typeof createApns>;
beforeAll(async () => {
  const { key, cert } = await certificateFor('localhost');
  server = createSecureServer({ key, cert }).listen(0, 'localhost');
  await once(server, 'listening');
  server.on('session', () => {
    connections += 1;
  });
  server.on('stream', (stream, headers) => {
    let body = '';
    stream.on('data', (part) => {
      body += String(part);
    });
    stream.on('error', () => undefined);
    stream.on('end', () => {
      arrivals.push({ headers, body: JSON.parse(body) });
      if (reply) {
        stream.respond({ ':status': reply.status });
        stream.end(reply.body);
      }
      arrive();
    });
  });
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  apple = createApns({
    keys: { privateKey, keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'com.example.help', origin },
    clock: { now: () => new Date(now) },
    ca: cert,
  });
});
afterAll(async () => {
  apple.close();
  server.close();
});
beforeEach(() => {
  reply = { status: 200 };
  arrivals = [];
});

const send = (
  kind: 'alert' | 'voip' = 'alert',
  signal = new AbortController().signal,
  messageType = parcel.messageType,
) => apple[kind].send(device, { ...parcel, messageType }, signal);

test('a call rings by VoIP: to the topic of its own, and not after the ring', async () => {
  expect(await send('voip')).toEqual({ outcome: 'taken' });
  expect(arrivals).toMatchObject([
    {
      headers: {
        ':method': 'POST',
        ':path': `/3/device/${device.address}`,
        'apns-topic': 'com.example.help.voip',
        'apns-push-type': 'voip',
        'apns-priority': '10',
        'apns-expiration': String(start / 1000 + 30),
        'apns-collapse-id': parcel.topic,
      },
      body: { aps: {}, messageType: 'IncomingCall', messageContent: JSON.parse(parcel.messageContent) },
    },
  ]);
});

test('an alert has no words but those that the app finds by its type', async () => {
  await send();
  expect(arrivals).toMatchObject([
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
])('an alert %s is heard unless it ends a ring', async (messageType, heard) => {
  await send('alert', undefined, messageType);
  const alert = { alert: { 'loc-key': messageType }, ...heard, 'mutable-content': 1 };
  expect(arrivals.map(({ body }) => body)).toMatchObject([
    { aps: expect.toSatisfy((aps) => isDeepStrictEqual(aps, alert)) },
  ]);
});

test('the provider token is signed by the key of the team, and serves for a while', async () => {
  const tokenOf = async () => {
    await send();
    return arrivals.at(-1)?.headers.authorization?.replace(/^bearer /, '') ?? '';
  };
  const token = await tokenOf();
  const { header, payload } = jwt.verify(token, publicKey, { algorithms: ['ES256'], complete: true });
  expect(header).toMatchObject({ alg: 'ES256', kid: 'KEY1234567' });
  expect(payload).toEqual({ iss: 'TEAM123456', iat: now / 1000 });
  now += 20 * 60_000;
  expect(await tokenOf()).toBe(token);
  now += 25 * 60_000;
  expect(await tokenOf()).not.toBe(token);
  reply = { status: 403, body: '{"reason":"ExpiredProviderToken"}' };
  const refused = await tokenOf();
  now += 1000;
  expect(await tokenOf()).not.toBe(refused);
});

test.each([
  [410, '{"reason":"Unregistered"}', { outcome: 'gone' }],
  [400, '{"reason":"BadDeviceToken"}', { outcome: 'gone' }],
  [400, '{"reason":"BadTopic"}', { outcome: 'refused', why: '400 {"reason":"BadTopic"}' }],
  [403, '{"reason":"ExpiredProviderToken"}', { outcome: 'later' }],
  [429, '{"reason":"TooManyRequests"}', { outcome: 'later' }],
  [503, '', { outcome: 'later' }],
])('an answer %i %s means that it is %j', async (status, body, delivery) => {
  reply = { status, body };
  expect(await send()).toMatchObject(delivery);
});

test('one connection serves all, until it answers no more: then another is made', async () => {
  await send();
  const before = connections;
  await Promise.all([send(), send('voip')]);
  expect(connections).toBe(before);
  reply = null;
  const patience = new AbortController();
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const silent = send('alert', patience.signal);
  await arrived;
  patience.abort();
  await expect(silent).rejects.toThrow('aborted');
  reply = { status: 200 };
  expect(await send()).toEqual({ outcome: 'taken' });
  expect(connections).toBe(before + 1);
});

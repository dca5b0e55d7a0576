import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { PushService } from '../../../testing/push-service';
import type { PushAdapter, PushPayload } from './push-adapter';
import { createFcm } from './fcm';
import { createOutside } from './outside';

const start = Date.parse('2026-03-01T10:00:00Z');
let now = start;
const clock = { now: () => new Date(now) };
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SEND = '/v1/projects/earth-help/messages:send';
const payload: PushPayload = {
  messageType: 'EndedCall',
  messageContent: '{"CallUniqueId":"0190a000-0000-7000-8000-0000000000aa"}',
  topic: '0190a000-0000-7000-8000-0000000000aa',
  expiresAt: new Date(start + 30_000),
};

const services: PushService[] = [];
let google: PushService;
let adapter: PushAdapter;
beforeEach(async () => {
  now = start;
  google = await PushService.start();
  services.push(google);
  google.replies.set('/token', { status: 200, body: '{"access_token":"ya29.one","expires_in":3600}' });
  google.replies.set(SEND, { status: 200, body: '{"name":"projects/earth-help/messages/1"}' });
  adapter = createFcm({
    credentials: {
      projectId: 'earth-help',
      clientEmail: 'earth@earth-help.example',
      privateKey,
      tokenUri: google.url('/token'),
    },
    outside: createOutside(google.network),
    clock,
    origin: google.url(''),
  });
});
afterAll(() => Promise.all(services.map((service) => service.close())));

const send = () =>
  adapter.send({ address: 'device-token', p256dh: null, auth: null }, payload, new AbortController().signal);

test('signs in as the service account, and sends the push as HTTP v1', async () => {
  expect(await send()).toEqual({ outcome: 'accepted' });
  const tokenRequests = new URLSearchParams((await google.arrived('/token')).body.toString());
  expect(tokenRequests.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(
    jwt.verify(tokenRequests.get('assertion') ?? '', publicKey, {
      algorithms: ['RS256'],
      issuer: 'earth@earth-help.example',
      audience: google.url('/token'),
      clockTimestamp: now / 1000,
    }),
  ).toMatchObject({
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    iat: now / 1000,
    exp: now / 1000 + 3600,
  });
  const { method, headers, body } = await google.arrived(SEND);
  expect([method, headers.authorization, headers['content-type']]).toEqual([
    'POST',
    'Bearer ya29.one',
    'application/json',
  ]);
  expect(JSON.parse(body.toString())).toEqual({
    message: {
      token: 'device-token',
      data: { messageType: 'EndedCall', messageContent: payload.messageContent },
      android: { priority: 'HIGH', ttl: '30s', collapse_key: payload.topic },
    },
  });
});

test('reuses an access token until it expires, also for concurrent pushes', async () => {
  await Promise.all([send(), send()]);
  await send();
  expect(google.at('/token')).toHaveLength(1);
  now += 3600_000;
  await send();
  expect(google.at('/token')).toHaveLength(2);
});

test('requests a new access token when the old one is refused', async () => {
  await send();
  google.replies.set(SEND, { status: 401 });
  expect(await send()).toEqual({ outcome: 'later', afterSeconds: 0, why: '401' });
  google.replies.set('/token', { status: 200, body: '{"access_token":"ya29.two","expires_in":3600}' });
  google.replies.set(SEND, { status: 200 });
  expect(await send()).toEqual({ outcome: 'accepted' });
  expect((await google.arrived(SEND, 3)).headers.authorization).toBe('Bearer ya29.two');
});

test.each([
  [404, '{"error":{"details":[{"errorCode":"UNREGISTERED"}]}}', { outcome: 'gone' }],
  [400, '{"error":{"status":"INVALID_ARGUMENT"}}', { outcome: 'refused' }],
  [429, '', { outcome: 'later', why: '429' }],
  [500, '', { outcome: 'later', why: '500' }],
])('maps the answer %i %s to %j', async (status, body, delivery) => {
  google.replies.set(SEND, { status, body });
  expect(await send()).toMatchObject(delivery);
});

test('rejects if the service account is refused, so that the push is retried', async () => {
  google.replies.set('/token', { status: 400, body: '{"error":"invalid_grant"}' });
  await expect(send()).rejects.toMatchObject({
    code: '400',
    message: expect.stringContaining('400 {"error":"invalid_grant"}'),
  });
  google.replies.set('/token', { status: 200, body: '{"access_token":"ya29.one","expires_in":3600}' });
  expect(await send()).toEqual({ outcome: 'accepted' });
});

import { createECDH, createPublicKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../config/settings';
import { loadPushKeys } from '../../config/push-keys';
import { PushService, TestBrowser } from '../../../testing/push-service';
import type { PushPayload } from './push-adapter';
import { createOutside } from './outside';
import { createWebPush, type Vapid } from './web-push';

const now = new Date('2026-03-01T10:00:00Z');
const clock = { now: () => now };
const payload: PushPayload = {
  messageType: 'EndedCall',
  messageContent: '{"CallUniqueId":"0190a000-0000-7000-8000-0000000000aa"}',
  topic: '0190a000-0000-7000-8000-0000000000aa',
  expiresAt: new Date(now.getTime() + 30_900),
};

let service: PushService;
let vapid: Vapid;
let send: (browser: TestBrowser, signal?: AbortSignal) => ReturnType<ReturnType<typeof createWebPush>['send']>;
beforeAll(async () => {
  service = await PushService.start();
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const VAPID_PRIVATE_KEY = pair.getPrivateKey('hex').padStart(64, '0');
  ({ vapid } = await loadPushKeys(readSettings({ VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'mailto:help@example.com' })));
  const adapter = createWebPush({
    vapid,
    clock,
    outside: createOutside(service.network),
    ports: [service.network.port],
  });
  send = ({ endpoint, keys }, signal = new AbortController().signal) =>
    adapter.send({ address: endpoint, ...keys }, payload, signal);
});
afterAll(() => service.close());

/** RFC 8292, 3.2: the key is a point; parsed independently here. */
function publicKeyOf(point: string) {
  const bytes = Buffer.from(point, 'base64url');
  const [x, y] = [bytes.toString('base64url', 1, 33), bytes.toString('base64url', 33)];
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
}

test('encrypts a push for the browser, and sends its time to live', async () => {
  const browser = new TestBrowser(service);
  expect(await send(browser)).toEqual({ outcome: 'accepted' });
  const arrival = await service.arrived(browser.path);
  expect(arrival).toMatchObject({
    method: 'POST',
    headers: {
      'content-encoding': 'aes128gcm',
      ttl: '30',
      topic: '0190a0000000700080000000000000aa',
      urgency: 'high',
    },
  });
  expect(browser.open(arrival)).toBe(
    '{"messageType":"EndedCall","messageContent":{"CallUniqueId":"0190a000-0000-7000-8000-0000000000aa"}}',
  );
  expect(arrival.body.toString('latin1')).not.toContain('EndedCall');
});

test('signs it for that push service, with the key that browsers subscribe with', async () => {
  const browser = new TestBrowser(service);
  await send(browser);
  const { headers } = await service.arrived(browser.path);
  const [, token = '', point = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  expect(point).toBe(vapid.publicKey);
  const claims = jwt.verify(token, publicKeyOf(point), {
    algorithms: ['ES256'],
    audience: new URL(browser.endpoint).origin,
    clockTimestamp: now.getTime() / 1000,
  });
  expect(claims).toMatchObject({ sub: 'mailto:help@example.com' });
  const { exp = 0 } = claims as jwt.JwtPayload;
  expect(exp - now.getTime() / 1000).toBeLessThanOrEqual(24 * 3600);
});

test.each([
  [404, {}, { outcome: 'gone' }],
  [410, {}, { outcome: 'gone' }],
  [429, { 'retry-after': '120' }, { outcome: 'later', afterSeconds: 120, why: '429' }],
  [503, {}, { outcome: 'later', afterSeconds: 0, why: '503' }],
  [413, {}, { outcome: 'refused', why: '413 no' }],
  [302, { location: 'https://127.0.0.1/' }, { outcome: 'refused', why: '302 no' }],
])('maps the answer %i to %j', async (status, headers, delivery) => {
  const browser = new TestBrowser(service);
  service.replies.set(browser.path, { status, headers, body: 'no' });
  expect(await send(browser)).toEqual(delivery);
});

test.each([
  [201, 'accepted'],
  [404, 'gone'],
  [410, 'gone'],
])('maps the answer %i, however long it is', async (status, outcome) => {
  const browser = new TestBrowser(service);
  service.replies.set(browser.path, { status, body: 'no '.repeat(100_000) });
  expect(await send(browser)).toEqual({ outcome });
});

test('waits no longer than the signal for a silent service', async () => {
  const browser = new TestBrowser(service);
  service.replies.set(browser.path, null);
  const abort = new AbortController();
  const sent = send(browser, abort.signal);
  await service.arrived(browser.path);
  abort.abort();
  await expect(sent).rejects.toThrow('aborted');
});

test('sends nothing to a name in a private network, and reports the token as gone', async () => {
  const outside = createOutside({
    resolve: service.network.resolve,
    isAllowed: (address) => address !== '127.0.0.1',
    ca: service.network.ca ?? '',
  });
  const adapter = createWebPush({ vapid, clock, outside, ports: [service.network.port, 443] });
  const browser = new TestBrowser(service);
  const { signal } = new AbortController();
  const { keys, endpoint } = browser;
  expect(await adapter.send({ address: endpoint, ...keys }, payload, signal)).toEqual({ outcome: 'gone' });
  const literal = endpoint.replace('push.example', '127.0.0.1');
  expect(await adapter.send({ address: literal, ...keys }, payload, signal)).toEqual({ outcome: 'gone' });
  expect(service.at(browser.path)).toEqual([]);
});

test('sends nothing to a port that the settings do not permit, also for stored endpoints', async () => {
  const adapter = createWebPush({ vapid, clock, outside: createOutside(service.network), ports: [443] });
  const browser = new TestBrowser(service);
  const { keys, endpoint: address } = browser;
  expect(await adapter.send({ address, ...keys }, payload, new AbortController().signal)).toEqual({ outcome: 'gone' });
  expect(service.at(browser.path)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { type PushService, TestBrowser } from '../../../../testing/push-service';
import { type PushWorld, startPushWorld } from '../../../../testing/push-world';
import { refusal, type SignedInClient, type TestServer } from '../../../../testing/start-test-server';
import { queuePush } from './queue';
import { replaceToken } from './store';

let world: PushWorld;
let service: PushService;
let server: TestServer;
let giulia: SignedInClient;
beforeAll(async () => {
  world = await startPushWorld();
  ({ server, service } = world);
  giulia = await server.signIn('operator');
});
afterAll(() => world.close());

const add = (client: SignedInClient, browser: TestBrowser, deviceId = client.deviceId) =>
  client.call(contracts.addPushToken, { token: browser.subscription, deviceId });

/** The present owner of a browser's token. */
async function ownersOf({ endpoint }: TestBrowser): Promise<unknown[]> {
  const { rows } = await server.context.pool.query<{ device: string }>(
    'select device_id as device from push_tokens join sessions on sessions.id = session_id where address = $1',
    [endpoint],
  );
  return rows.map(({ device }) => device);
}

test('the web app gets the key to subscribe with', async () => {
  const { json } = await server.visitor().raw('/config.json');
  const { vapidPublicKey } = contracts.clientConfig.parse(json);
  expect(Buffer.from(vapidPublicKey, 'base64url')).toHaveLength(65);
});

describe.each([contracts.addPushToken, contracts.removePushToken])('A7.45: $method /services/notifications', (spec) => {
  const given = () => ({ token: new TestBrowser(service).subscription, deviceId: giulia.deviceId });

  test('requires a session', async () => {
    await expect(server.visitor().call(spec, given())).rejects.toEqual(refusal('notSignedIn'));
  });

  test('does not find devices of other users, in the same company or another', async () => {
    for (const stranger of [await server.signIn('operator2'), await server.signIn('tilesOperator')])
      await expect(stranger.call(spec, given())).rejects.toEqual(refusal('notFound'));
    await expect(giulia.call(spec, { ...given(), deviceId: randomUUID() })).rejects.toEqual(refusal('notFound'));
  });

  const subscription = (endpoint: string, keys: object = {}) => {
    const browser = new TestBrowser(service);
    return JSON.stringify({ endpoint, keys: { ...browser.keys, ...keys } });
  };
  test.each([
    ['nothing', () => ''],
    ['no JSON', () => '{'],
    ['no subscription', () => '{}'],
    ['no HTTPS', () => subscription('http://push.example/1')],
    ['an address of this machine', () => subscription('https://127.0.0.1/1')],
    ['an address of this machine in other words', () => subscription('https://2130706433/1')],
    ['an address of a private network', () => subscription('https://[fd00::1]:8443/1')],
    ['the address of a cloud’s secrets', () => subscription('https://169.254.169.254/latest')],
    ['a name of this machine', () => subscription('https://localhost:8080/1')],
    ['a name with a password', () => subscription(service.url('/1', 'me:secret@push.example'))],
    ['a key that is none', () => subscription(service.url('/1'), { p256dh: 'B'.repeat(87) })],
    ['a short secret', () => subscription(service.url('/1'), { auth: 'AAAA' })],
    ['too much', () => subscription(service.url(`/${'x'.repeat(1600)}`))],
    ['an FCM token with a line break', () => `${'x'.repeat(30)}\r\n${'y'.repeat(30)}`],
  ])('refuses %s', async (_, token) => {
    await expect(giulia.call(spec, { ...given(), token: token() })).rejects.toMatchObject({
      code: 400,
      error: 'invalidInput',
      message: 'Invalid field: token',
    });
  });

  test('refuses an unknown device id and an unknown kind', async () => {
    await expect(giulia.call(spec, { ...given(), deviceId: 'x' })).rejects.toMatchObject({ code: 400 });
    await expect(giulia.call(spec, { ...given(), type: 'sms' as 'voip' })).rejects.toMatchObject({ code: 400 });
    await expect(giulia.call(spec, { ...given(), token: 'not hex', type: 'voip' })).rejects.toMatchObject({
      code: 400,
    });
  });
});

test('refuses a token of a service that is not set up, since no push would ever be sent', async () => {
  const { deviceId } = giulia;
  await expect(giulia.call(contracts.addPushToken, { token: 'f'.repeat(150), deviceId })).rejects.toMatchObject({
    code: 400,
    message: 'Invalid field: token',
  });
  await expect(
    giulia.call(contracts.addPushToken, { token: 'ab'.repeat(32), deviceId, type: 'voip' }),
  ).rejects.toMatchObject({ code: 400, message: 'Invalid field: type' });
});

test('A7.46: /services/notifications: a device has one token of each kind; registering again and removing twice is no error', async () => {
  const person = await addPerson(server);
  const [former, browser] = [new TestBrowser(service), new TestBrowser(service)];
  await add(person, former);
  await add(person, browser);
  await add(person, browser);
  expect(await ownersOf(former)).toEqual([]);
  expect(await ownersOf(browser)).toEqual([person.deviceId]);
  const gone = { token: browser.subscription, deviceId: person.deviceId };
  expect(await person.call(contracts.removePushToken, gone)).toBeNull();
  expect(await person.call(contracts.removePushToken, gone)).toBeNull();
  expect(await ownersOf(browser)).toEqual([]);
});

test('a device that registers its token again does not wait for its service’s earlier pause', async () => {
  const [person, browser] = [await addPerson(server), new TestBrowser(service)];
  const { pool } = server.context;
  await add(person, browser);
  await pool.query('update push_tokens set not_before = $2 where address = $1', [browser.endpoint, new Date(2 ** 42)]);
  await add(person, browser);
  const { rows } = await pool.query('select not_before from push_tokens where address = $1', [browser.endpoint]);
  expect(rows).toEqual([{ not_before: null }]);
});

test('a signed-out device gets no push any more; the other devices go on', async () => {
  const phone = await addPerson(server);
  const desk = await addDevice(server, phone.contactId);
  const [onPhone, onDesk] = [new TestBrowser(service), new TestBrowser(service)];
  await add(phone, onPhone);
  await add(desk, onDesk);
  await phone.call(contracts.signOut, {});
  expect([await ownersOf(onPhone), await ownersOf(onDesk)]).toEqual([[], [desk.deviceId]]);
});

test('a browser in which another user signs in gets only that user’s pushes', async () => {
  const [before, after] = [await addPerson(server), await addPerson(server)];
  const browser = new TestBrowser(service);
  await add(before, browser);
  await add(after, browser);
  expect(await ownersOf(browser)).toEqual([after.deviceId]);
});

test('of two devices that register the same token at once one has it', async () => {
  const person = await addPerson(server);
  const browser = new TestBrowser(service);
  await Promise.all([add(person, browser), add(person, browser), add(person, browser)]);
  expect(await ownersOf(browser)).toEqual([person.deviceId]);
});

test('a device that registers its token again misses no push meanwhile', async () => {
  const person = await addPerson(server);
  const browser = new TestBrowser(service);
  await add(person, browser);
  const { context } = server;
  const { rows } = await context.pool.query<{ session: string }>(
    'select session_id as session from push_tokens where address = $1',
    [browser.endpoint],
  );
  const topic = randomUUID();
  await context.db.transaction(async (transaction) => {
    const { keys, endpoint: address } = browser;
    const sessionId = rows[0]?.session ?? '';
    await replaceToken(transaction, {
      id: randomUUID(),
      kind: 'web',
      host: 'push.example',
      address,
      ...keys,
      sessionId,
    });
    const isQueued = await queuePush(context, context.db, {
      contactIds: [person.contactId],
      message: { messageType: 'EndedCall', messageContent: { callUniqueId: topic } },
      topic,
      expiresAt: new Date(context.clock.now().getTime() + 60_000),
    });
    expect(isQueued).toBe(true);
  });
});

test.each([
  ['a port that the settings do not allow', 'https://push.example:25/1'],
  ['the port of HTTPS where the settings name another', 'https://push.example/1'],
])('refuses %s', async (_, endpoint) => {
  const token = JSON.stringify({ endpoint, keys: new TestBrowser(service).keys });
  const added = giulia.call(contracts.addPushToken, { token, deviceId: giulia.deviceId });
  await expect(added).rejects.toEqual(refusal('invalidInput'));
});

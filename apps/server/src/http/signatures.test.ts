import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RawRequest, SignedInClient, TestClient } from '../../testing/client';
import { addDevice, addPerson } from '../../testing/crowd';
import { SigningDevice } from '../../testing/signing-device';
import { TestSocket } from '../../testing/socket';
import { lastCode, startTestServer, type TestServer } from '../../testing/start-test-server';

const MINUTE = 60_000;
const PROFILE = '/services/contacts?profile';
const AVAILABILITY = '/services/contacts?availability';

let strict: TestServer;
let lenient: TestServer;
beforeAll(async () => {
  [strict, lenient] = await Promise.all([startTestServer({ APPS_SIGN_REQUESTS: 'true' }), startTestServer()]);
});
afterAll(() => Promise.all([strict.close(), lenient.close()]));

/** A session of the mobile app that is not bound to a key yet. */
async function addPhone(server: TestServer, contactId?: string): Promise<SignedInClient> {
  const phone = contactId === undefined ? await addPerson(server) : await addDevice(server, contactId);
  await server.context.pool.query(`update sessions set app_os = 'android' where device_id = $1`, [phone.deviceId]);
  return phone;
}

async function boundKey({ context }: TestServer, { deviceId }: TestClient): Promise<string | null | undefined> {
  const { rows } = await context.pool.query('select signing_key from sessions where device_id = $1', [deviceId]);
  return (rows[0] as { readonly signing_key: string | null } | undefined)?.signing_key;
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly at?: Date;
  /** What is sent in place of what was signed. */
  readonly instead?: RawRequest & { readonly path?: string };
}

/** Sends what the device has signed. */
function send(server: TestServer, device: SigningDevice, client: TestClient, sent: Sent = {}) {
  const { path = PROFILE, method = 'GET', at = server.clock.now(), instead = {} } = sent;
  const body = sent.body && JSON.stringify(sent.body);
  const token = (client as Partial<SignedInClient>).token;
  const headers = {
    ...device.sign({
      method,
      path,
      at,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { body }),
    }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const { path: to = path, ...replaced } = instead;
  return client.raw(to, {
    method,
    ...(body !== undefined && { body }),
    ...replaced,
    headers: { ...headers, ...replaced.headers },
  });
}

const refused = (error: contracts.ErrorName) => ({ status: 401, json: { data: { error } } });

test('a session of the mobile app without a signature is refused in words, and the log has no secret', async () => {
  const phone = await addPhone(strict);
  const warned = vi.spyOn(strict.context.log, 'warn');
  const answer = await phone.raw(PROFILE, { headers: { 'accept-language': 'en' } });
  expect(answer).toMatchObject(refused('signatureMissing'));
  expect(answer.text).toContain('accepts only signed requests');
  const [about] = warned.mock.calls.at(-1) ?? [];
  expect(Object.keys(about as object).toSorted()).toEqual(['error', 'sessionId']);
  expect(JSON.stringify(warned.mock.calls)).not.toContain(phone.token);
  warned.mockRestore();
});

test('the first signature binds a session that exists to its device, and no other key is accepted then', async () => {
  const phone = await addPhone(strict);
  const device = new SigningDevice();
  expect(await send(strict, device, phone)).toMatchObject({ status: 200 });
  expect(await boundKey(strict, phone)).toBe(device.publicKey);
  expect(await send(strict, new SigningDevice(), phone)).toMatchObject(refused('signatureInvalid'));
  expect(await send(strict, device, phone)).toMatchObject({ status: 200 });
});

test('of two keys at the same moment one is bound', async () => {
  const phone = await addPhone(strict);
  const devices = Array.from({ length: 4 }, () => new SigningDevice());
  const answers = await Promise.all(devices.map((device) => send(strict, device, phone)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
});

test('the key of another session of the same person is refused', async () => {
  const [mine, other] = [new SigningDevice(), new SigningDevice()];
  const phone = await addPhone(strict);
  const tablet = await addPhone(strict, phone.contactId);
  await Promise.all([send(strict, mine, phone), send(strict, other, tablet)]);
  expect(await send(strict, other, phone)).toMatchObject(refused('signatureInvalid'));
  expect(await send(strict, mine, tablet)).toMatchObject(refused('signatureInvalid'));
});

test('what was changed after it was signed is refused', async () => {
  const device = new SigningDevice();
  const phone = await addPhone(strict);
  const tablet = await addPhone(strict, phone.contactId);
  const body = { availability: 1 };
  const write = { path: AVAILABILITY, method: 'PUT', body };
  const change = async (instead: Sent['instead'], sent: Sent = write) =>
    expect(await send(strict, device, phone, { ...sent, ...(instead && { instead }) })).toMatchObject(
      refused('signatureInvalid'),
    );
  expect((await send(strict, device, phone, write)).status).toBe(200);
  await change({ body: JSON.stringify({ availability: 2 }) });
  await change({ path: `${AVAILABILITY}&x=1` });
  await change({ path: '/services/rooms' }, {});
  await change({ method: 'DELETE', path: '/services/contacts' }, { path: '/services/contacts', method: 'GET' });
  await change({ headers: { authorization: `Bearer ${tablet.token}` } });
  await change({ headers: { 'content-digest': 'sha-256=:AAAA:' } });
  await change({ headers: { signature: `sig=:${'A'.repeat(86)}==:` } });
  await change({ headers: { signature: '' } });
  // A body that was not signed.
  await change(
    { method: 'PUT', path: AVAILABILITY, body: JSON.stringify(body) },
    { path: AVAILABILITY, method: 'PUT' },
  );
  expect(await boundKey(strict, tablet)).toBeNull();
}, 20_000);

test('a signature is good for five minutes, and the server says its time', async () => {
  const device = new SigningDevice();
  const phone = await addPhone(strict);
  const signedAt = (ms: number) => send(strict, device, phone, { at: new Date(strict.clock.now().getTime() + ms) });
  expect((await signedAt(-4 * MINUTE)).status).toBe(200);
  expect((await signedAt(4 * MINUTE)).status).toBe(200);
  for (const ms of [-6 * MINUTE, 6 * MINUTE]) {
    const answer = await signedAt(ms);
    expect(answer).toMatchObject(refused('badTimestamp'));
    const { now } = contracts.errorData.parse((answer.json as contracts.Envelope).data);
    expect(Math.abs(Date.parse(now ?? '') - strict.clock.now().getTime())).toBeLessThan(MINUTE);
  }
});

test('what outlives its page may be unsigned: a call is left by its id, and nothing else is accepted so', async () => {
  const phone = await addPhone(strict);
  const device = new SigningDevice();
  expect((await send(strict, device, phone)).status).toBe(200);
  const path = `/services/calls/${randomUUID()}/closed-pages`;
  expect(await phone.raw(path, { method: 'POST' })).toMatchObject({ status: 404 });
  expect(await send(strict, device, phone, { path, method: 'POST' })).toMatchObject({ status: 404 });
  expect(await send(strict, new SigningDevice(), phone, { path, method: 'POST' })).toMatchObject(
    refused('signatureInvalid'),
  );
  const unsigned = Object.values(contracts).flatMap((one) =>
    typeof one === 'object' && 'unsigned' in one && one.unsigned ? [one.name] : [],
  );
  expect(unsigned.toSorted()).toEqual(['closePage', 'countEvents', 'sendLog', 'unsubscribeFromNotices']);
});

test('a browser is not asked for a signature', async () => {
  expect((await (await addPerson(strict)).raw(PROFILE)).status).toBe(200);
});

test('without the setting a signature may be missing; a wrong one is refused', async () => {
  const device = new SigningDevice();
  const phone = await addPhone(lenient);
  expect((await phone.raw(PROFILE)).status).toBe(200);
  expect((await send(lenient, device, phone)).status).toBe(200);
  expect((await phone.raw(PROFILE)).status).toBe(200);
  expect(await send(lenient, new SigningDevice(), phone)).toMatchObject(refused('signatureInvalid'));
});

/** Signs in with the app: the answer of the server. */
async function signIn(server: TestServer, device: SigningDevice | null, phone = server.visitor()) {
  const { email, customCode } = server.people.multi;
  const { deviceId } = phone;
  await phone.call(contracts.confirmCode, { email, customCode, deviceId });
  const password = lastCode(server.context, email);
  const body = { email, customCode, password, deviceId, appOs: 'ios', model: 'Phone' };
  const path = '/services/auth?token';
  if (device) return send(server, device, phone, { path, method: 'POST', body });
  return phone.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const loginOf = (answer: { readonly json: unknown }) => {
  const login = contracts.decode(contracts.login, (answer.json as contracts.Envelope).data);
  if (!login.success) throw new Error('Not signed in');
  return login.data;
};

test('a sign-in by the app is bound to the key that signed it, and so is its refresh token', async () => {
  const phone = strict.visitor(randomUUID());
  const device = new SigningDevice();
  expect(await signIn(strict, null)).toMatchObject(refused('signatureMissing'));
  const { token } = loginOf(await signIn(strict, device, phone));
  expect(await boundKey(strict, phone)).toBe(device.publicKey);

  const path = '/services/auth?refreshToken';
  const body = { refreshToken: token.refreshToken, deviceId: phone.deviceId };
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  expect(await phone.raw(path, json)).toMatchObject(refused('signatureMissing'));
  const refresh = (by: SigningDevice) => send(strict, by, phone, { path, method: 'POST', body });
  expect(await refresh(new SigningDevice())).toMatchObject(refused('signatureInvalid'));
  expect(await refresh(device)).toMatchObject({ status: 200 });
});

test('another company of the same person takes the key along', async () => {
  const { pool } = strict.context;
  const { email } = strict.people.multi;
  const device = new SigningDevice();
  const phone = strict.visitor();
  const { token } = loginOf(await signIn(strict, device, phone));
  const { rows } = await pool.query(
    `select c.code from companies c join contacts p on p.company_id = c.id where p.email = $1 and c.code <> $2`,
    [email, strict.people.multi.customCode],
  );
  const [other] = rows as readonly { readonly code: string }[];
  if (!other) throw new Error('There is one company');
  const body = { customerCode: other.code, deviceId: phone.deviceId, appOS: 'ios', model: 'Phone' };
  const path = '/services/auth?changeCustomer';
  const client = Object.assign(phone, { token: token.token });
  const authorization = `Bearer ${token.token}`;
  const moving = await send(strict, device, client, {
    path,
    method: 'POST',
    body,
    instead: { headers: { authorization } },
  });
  expect(moving).toMatchObject({ status: 200 });
  expect(await boundKey(strict, phone)).toBe(device.publicKey);
});

test('a socket is signed as a request is', async () => {
  const device = new SigningDevice();
  const phone = await addPhone(strict);
  const authorization = `Bearer ${phone.token}`;
  const signatureBy = (by: SigningDevice, path = '/realtime') => {
    const signed = by.sign({ path, authorization, at: strict.clock.now() });
    return { input: signed['signature-input'] ?? '', signature: signed['signature'] ?? '' };
  };
  const open = async (signature?: ReturnType<typeof signatureBy>) => {
    const socket = await TestSocket.connect(strict.url);
    socket.send({ type: 'auth', token: phone.token, ...(signature && { signature }) });
    return socket.next(({ type }) => type === 'ready' || type === 'error');
  };
  expect(await open()).toMatchObject({ type: 'error', code: 401, error: 'signatureMissing' });
  expect(await open(signatureBy(device))).toMatchObject({ type: 'ready' });
  expect(await open(signatureBy(device, '/services'))).toMatchObject({ error: 'signatureInvalid' });
  expect(await open(signatureBy(new SigningDevice()))).toMatchObject({ error: 'signatureInvalid' });
});

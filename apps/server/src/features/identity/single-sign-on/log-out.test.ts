/** Back-channel log-out: the provider ends sessions here. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderBrowser } from '../../../../testing/provider-browser';
import { startSignOnWorld, type SignOnWorld } from '../../../../testing/sign-on-world';
import { refusal, type SignedInClient } from '../../../../testing/start-test-server';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let world: SignOnWorld;
let logoutPath: string;
beforeAll(async () => {
  world = await startSignOnWorld();
  await world.connect();
  world.provider.accounts.set('giulia', { email: 'operator@demo.example', email_verified: true });
  world.provider.accounts.set('luca', { email: 'assisted@demo.example', email_verified: true });
  logoutPath = new URL((await world.settings()).logoutUrl).pathname;
});
afterAll(() => world.close());

const isIn = (who: SignedInClient) =>
  who.call(contracts.getProfile, {}).then(
    () => true,
    () => false,
  );

const claims = (): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  const { issuer: iss, clientId: aud } = world.provider;
  return { iss, aud, iat: now, exp: now + 120, jti: randomUUID(), events: { [EVENT]: {} }, sub: 'giulia' };
};

async function post(token: string, path = logoutPath): Promise<number> {
  const body = new URLSearchParams({ logout_token: token });
  return (await fetch(new URL(path, world.server.url), { method: 'POST', body })).status;
}

test('a log-out at the provider ends the sessions that came from there, at once, and no others', async () => {
  const byCode = await world.server.signIn('operator');
  const browser = new ProviderBrowser(world.provider);
  const here = await world.signIn('giulia', { browser });
  const elsewhere = await world.signIn('giulia');
  const luca = await world.signIn('luca');
  const socket = await here.socket();
  await browser.signOut();
  await expect.poll(() => isIn(here)).toBe(false);
  await expect(here.call(contracts.getProfile, {})).rejects.toEqual(refusal('sessionEnded'));
  await socket.closed;
  // Another session at the provider, another person, and a session by a code.
  for (const other of [elsewhere, luca, byCode]) expect(await isIn(other)).toBe(true);
  const refresh = { refreshToken: here.refreshToken, deviceId: here.deviceId };
  await expect(world.server.visitor(here.deviceId).call(contracts.refreshToken, refresh)).rejects.toEqual(
    refusal('sessionEnded'),
  );
});

test('a token for the person alone ends all of their sessions that came from the provider', async () => {
  const [one, other] = [await world.signIn('giulia'), await world.signIn('giulia')];
  const luca = await world.signIn('luca');
  expect(await post(await world.provider.sign(claims(), { typ: 'logout+jwt' }))).toBe(200);
  expect([await isIn(one), await isIn(other), await isIn(luca)]).toEqual([false, false, true]);
});

test('a log-out also reaches sign-ins that have not come to an end, and sessions to which the provider gave no id', async () => {
  const giulia = await world.signIn('giulia');
  const luca = await world.signIn('luca');
  await world.server.context.pool.query('update sessions set sign_on_sid = null where contact_id = any($1)', [
    [giulia.contactId, luca.contactId],
  ]);
  const [first, other] = [await world.goThrough('giulia'), await world.goThrough('luca')];
  expect(await post(await world.provider.sign(claims()))).toBe(200);
  const finish = ({ visitor, ticket, secret }: typeof first) =>
    visitor.call(contracts.finishSignOn, { ticket, secret, deviceId: visitor.deviceId, appOs: 'web', model: 'Test' });
  await expect(finish(first)).rejects.toEqual(refusal('signOnExpired'));
  await expect(finish(other)).resolves.toBeTruthy();

  const again = await world.signIn('giulia');
  await world.server.context.pool.query('update sessions set sign_on_sid = null where contact_id = $1', [
    again.contactId,
  ]);
  expect(await post(await world.provider.sign({ ...claims(), sid: randomUUID() }))).toBe(200);
  expect([await isIn(giulia), await isIn(again), await isIn(luca)]).toEqual([false, false, true]);
});

test('a token is used once', async () => {
  const token = await world.provider.sign(claims());
  expect(await post(token)).toBe(200);
  const again = await world.signIn('giulia');
  expect(await post(token)).toBe(400);
  expect(await isIn(again)).toBe(true);
});

const now = () => Math.floor(Date.now() / 1000);
test.each<[string, (given: JWTPayload) => JWTPayload, object?]>([
  ['another issuer', (given) => ({ ...given, iss: 'https://evil.example' })],
  ['another audience', (given) => ({ ...given, aud: 'another' })],
  ['a nonce', (given) => ({ ...given, nonce: 'x' })],
  ['no event', ({ events: _, ...given }) => given],
  ['another event', (given) => ({ ...given, events: { 'http://example.com': {} } })],
  ['nobody', ({ sub: _, ...given }) => given],
  ['no id', ({ jti: _, ...given }) => given],
  ['no time', ({ iat: _, ...given }) => given],
  ['an old time', (given) => ({ ...given, iat: now() - 900 })],
  ['an end that is over', (given) => ({ ...given, exp: now() - 900 })],
  ['a wrong signature', (given) => given, { hasOtherKey: true }],
  ['the type of another token', (given) => given, { typ: 'at+jwt' }],
])('refuses a logout token with %s', async (_, change, how = {}) => {
  const giulia = await world.signIn('giulia');
  expect(await post(await world.provider.sign(change(claims()), how))).toBe(400);
  expect(await isIn(giulia)).toBe(true);
});

test('refuses what is no token, and tokens for another company', async () => {
  const giulia = await world.signIn('giulia');
  const token = await world.provider.sign(claims());
  expect(await post('x')).toBe(400);
  expect(await post(token, logoutPath.replace(/[\da-f-]{36}/, randomUUID()))).toBe(400);
  expect(await post(token, logoutPath.replace(/[\da-f-]{36}/, 'x'))).toBe(400);
  expect((await fetch(new URL(logoutPath, world.server.url), { method: 'POST' })).status).toBe(400);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`;
  expect(await post(none)).toBe(400);
  expect(await isIn(giulia)).toBe(true);
});

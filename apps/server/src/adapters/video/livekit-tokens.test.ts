import { jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createLiveKitTokens } from './livekit-tokens';

const key = { name: 'APIone', secret: 'secret-of-at-least-32-characters' };
const bytes = new TextEncoder().encode(key.secret);
const start = new Date('2026-03-01T10:00:00Z');
const at = (seconds: number) => ({ now: () => new Date(start.getTime() + seconds * 1000) });
const pass = { callId: 'call-1', contactId: 'luca', deviceId: 'luca-phone' };
const HOUR_SECONDS = 3600;

test('a token opens the room of its call for its contact, and no other', async () => {
  const token = await createLiveKitTokens(key, at(0)).issue(pass);

  const { payload } = await jwtVerify(token, bytes, { currentDate: start });
  expect(payload).toMatchObject({
    iss: 'APIone',
    sub: 'luca',
    video: { room: 'call-1', roomJoin: true, canPublish: true, canSubscribe: true, canPublishData: true },
  });
  expect(payload['video']).not.toHaveProperty('roomAdmin');
});

test('the socket reads call, contact and device from the same token', async () => {
  const token = await createLiveKitTokens(key, at(0)).issue(pass);
  expect(await createLiveKitTokens(key, at(HOUR_SECONDS - 1)).read(token)).toEqual(pass);
});

test('a token expires after an hour', async () => {
  const token = await createLiveKitTokens(key, at(0)).issue(pass);
  await expect(createLiveKitTokens(key, at(HOUR_SECONDS)).read(token)).rejects.toMatchObject({ error: 'tokenExpired' });
});

test.each([
  ['of another secret', () => createLiveKitTokens({ ...key, secret: `other-${key.secret}` }, at(0)).issue(pass)],
  ['of another key', () => createLiveKitTokens({ ...key, name: 'APItwo' }, at(0)).issue(pass)],
  ['for no room', () => jwt({ device: 'd' })],
  ['without a device', () => jwt({ video: { room: 'call-1' } })],
  ['that is none', async () => 'a.b.c'],
])('refuses a token %s', async (_, make) => {
  await expect(createLiveKitTokens(key, at(0)).read(await make())).rejects.toMatchObject({ error: 'notAllowed' });
});

const jwt = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(key.name)
    .setSubject('luca')
    .setExpirationTime(start.getTime() / 1000 + 60)
    .sign(bytes);

import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createRoomTokens } from './room-tokens';

const key = new Uint8Array(randomBytes(32));
const start = new Date('2026-03-01T10:00:00Z');
const at = (seconds: number) => ({ now: () => new Date(start.getTime() + seconds * 1000) });
const pass = { callId: 'call-1', contactId: 'luca', deviceId: 'luca-phone' };

const HOUR_SECONDS = 3600;

test('a token names its contact, device and call', async () => {
  const token = await createRoomTokens(key, at(0)).issue(pass);
  expect(await createRoomTokens(key, at(HOUR_SECONDS - 1)).read(token)).toEqual(pass);
});

test('a token expires after an hour', async () => {
  const token = await createRoomTokens(key, at(0)).issue(pass);
  await expect(createRoomTokens(key, at(HOUR_SECONDS)).read(token)).rejects.toMatchObject({
    error: 'tokenExpired',
  });
});

test.each([
  ['of another key', () => createRoomTokens(new Uint8Array(randomBytes(32)), at(0)).issue(pass)],
  ['made for something else', () => jwt({ audience: 'earth/access' })],
  ['without a device', () => jwt({ audience: 'earth/room', claims: { call: 'call-1' } })],
  ['that is none', async () => 'a.b.c'],
])('refuses a token %s', async (_, make) => {
  await expect(createRoomTokens(key, at(0)).read(await make())).rejects.toMatchObject({ error: 'notAllowed' });
});

function jwt({ audience, claims = { call: 'call-1', device: 'd' } }: { audience: string; claims?: object }) {
  const issued = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).setIssuer('earth').setSubject('luca');
  return issued
    .setAudience(audience)
    .setExpirationTime(start.getTime() / 1000 + 60)
    .sign(key);
}

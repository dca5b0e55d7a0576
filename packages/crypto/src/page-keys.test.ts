import { expect, test } from 'vitest';
import { createPacketSealer, createPageKeys } from './page-keys';

const route = { callUniqueId: 'call-1', session: 'luca-page', toSession: 'giulia-page' };
const mediaKey = () => crypto.getRandomValues(new Uint8Array(32));

test('a key reaches the page that it is wrapped for', async () => {
  const [luca, giulia] = [await createPageKeys(), await createPageKeys()];
  const key = mediaKey();

  const wrapped = await luca.wrap(key, giulia.publicKey, route);

  expect(await giulia.unwrap(wrapped ?? '', luca.publicKey, route)).toEqual(key);
});

test.each([
  ['another call', { ...route, callUniqueId: 'call-2' }],
  ['another page of the sender', { ...route, session: 'luca-reloaded' }],
  ['another page of the receiver', { ...route, toSession: 'giulia-reloaded' }],
  ['the way back', { ...route, session: 'giulia-page', toSession: 'luca-page' }],
])('a wrapped key does not open for %s', async (_, other) => {
  const [luca, giulia] = [await createPageKeys(), await createPageKeys()];
  const wrapped = await luca.wrap(mediaKey(), giulia.publicKey, route);

  expect(await giulia.unwrap(wrapped ?? '', luca.publicKey, other)).toBeNull();
});

test('nobody else opens it: neither a third page nor under the public key of another', async () => {
  const [luca, giulia, server] = [await createPageKeys(), await createPageKeys(), await createPageKeys()];
  const wrapped = (await luca.wrap(mediaKey(), giulia.publicKey, route)) ?? '';

  expect(await server.unwrap(wrapped, luca.publicKey, route)).toBeNull();
  expect(await giulia.unwrap(wrapped, server.publicKey, route)).toBeNull();
});

test.each(['', 'AA==', 'no base64'])('a public key that is none gets nothing: %j', async (publicKey) => {
  const luca = await createPageKeys();
  expect(await luca.wrap(mediaKey(), publicKey, route)).toBeNull();
  expect(await luca.unwrap('AAAA', publicKey, route)).toBeNull();
});

test('a packet opens in its place only, and not if it was altered', async () => {
  const [key, bytes, place] = [mediaKey(), new Uint8Array([1, 2, 3]), { counter: 7, label: 'to giulia' }];
  const sealed = await (await createPacketSealer(key)).seal(bytes, place);
  const reader = await createPacketSealer(key);

  expect(await reader.open(sealed, place)).toEqual(bytes);
  expect(await reader.open(sealed, { ...place, counter: 8 })).toBeNull();
  expect(await reader.open(sealed, { ...place, label: 'to sara' })).toBeNull();
  expect(
    await reader.open(
      sealed.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
      place,
    ),
  ).toBeNull();
  expect(await (await createPacketSealer(mediaKey())).open(sealed, place)).toBeNull();
});

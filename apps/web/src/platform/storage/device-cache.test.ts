import { createStore, entries, get, set } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceCache, forgetCache } from './device-cache';

const store = createStore('cache', 'cache');
const words = { text: 'The seal drips' };

afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetCache();
});

test('what is kept is there for the next page, and nothing of it stands in the database in plain text', async () => {
  await createDeviceCache('luca').keep('room_a/0000000', words);
  expect(await createDeviceCache('luca').read('room_a/0000000')).toEqual(words);
  const kept = (await entries<string, { sealed: ArrayBuffer }>(store)).find(([name]) => name !== 'key');
  expect(new TextDecoder().decode(kept?.[1].sealed)).not.toContain('seal');
  expect(await get<CryptoKey>('key', store)).toMatchObject({ extractable: false });
});

test('what somebody else has kept, or what was put under another name, is dropped', async () => {
  await createDeviceCache('luca').keep('rooms', words);
  await set('recents', await get('rooms', store), store);
  expect(await createDeviceCache('luca').read('recents')).toBeNull();
  expect(await createDeviceCache('giulia').read('rooms')).toBeNull();
  expect(await createDeviceCache('luca').read('rooms')).toBeNull();
});

test('what is broken is dropped, and can be kept anew', async () => {
  const cache = createDeviceCache('luca');
  await cache.keep('rooms', words);
  await set('rooms', { iv: new Uint8Array(12), sealed: new ArrayBuffer(3), date: null }, store);
  expect(await cache.read('rooms')).toBeNull();
  await cache.keep('rooms', words);
  expect(await cache.read('rooms')).toEqual(words);
});

test('of several tabs that begin together each reads what the others keep', async () => {
  const [one, other] = [createDeviceCache('luca'), createDeviceCache('luca')];
  await Promise.all([one.keep('rooms', 1), other.keep('recents', 2)]);
  expect(await Promise.all([one.read('recents'), other.read('rooms')])).toEqual([2, 1]);
});

test('nothing is left after a session, not even what was being sealed when it ended', async () => {
  const cache = createDeviceCache('luca');
  await cache.keep('rooms', words);
  const keeping = cache.keep('recents', words);
  cache.stop();
  await forgetCache();
  await keeping;
  expect((await entries(store)).filter(([name]) => name !== 'key')).toEqual([]);
});

test('the oldest goes first, and what has no date stays', async () => {
  const cache = createDeviceCache('luca');
  await cache.keep('rooms', words);
  for (const date of [3, 1, 2]) await cache.keep(`room_a/${date}`, date, date);
  await cache.trim(2);
  expect(await cache.names('room_')).toEqual(['room_a/2', 'room_a/3']);
  expect(await cache.read('rooms')).toEqual(words);
});

test('where there are few the oldest is not looked for: that reads all of them', async () => {
  const cache = createDeviceCache('luca');
  for (const date of [1, 2]) await cache.keep(`room_a/${date}`, date, date);
  const opened = vi.spyOn(IDBObjectStore.prototype, 'openCursor');
  await cache.trim(3);
  expect(opened).not.toHaveBeenCalled();
  await cache.trim(1);
  expect(opened).toHaveBeenCalledOnce();
  expect(await cache.names('room_')).toEqual(['room_a/2']);
  opened.mockRestore();
});

test('a browser that keeps nothing costs nothing else', async () => {
  const cache = createDeviceCache('luca');
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('no', 'SecurityError'));
  await cache.keep('rooms', words);
  expect(await cache.read('rooms')).toBeNull();
  vi.restoreAllMocks();
});

import { createStore, entries, get, set } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceCache, forgetCache } from './device-cache';

const store = createStore('cache', 'cache');
const words = { text: 'The seal drips' };

afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetCache();
});

test('the next page reads what is cached; IndexedDB has no plain text of it', async () => {
  await createDeviceCache('luca').keep('room_a/0000000', words);
  expect(await createDeviceCache('luca').read('room_a/0000000')).toEqual(words);
  const kept = (await entries<string, { sealed: ArrayBuffer }>(store)).find(([name]) => name !== 'key');
  expect(new TextDecoder().decode(kept?.[1].sealed)).not.toContain('seal');
  expect(await get<CryptoKey>('key', store)).toMatchObject({ extractable: false });
});

test('drops an entry of another owner, or one stored under another name', async () => {
  await createDeviceCache('luca').keep('rooms', words);
  await set('recents', await get('rooms', store), store);
  expect(await createDeviceCache('luca').read('recents')).toBeNull();
  expect(await createDeviceCache('giulia').read('rooms')).toBeNull();
  expect(await createDeviceCache('luca').read('rooms')).toBeNull();
});

test('drops a broken entry, which can then be stored anew', async () => {
  const cache = createDeviceCache('luca');
  await cache.keep('rooms', words);
  await set('rooms', { iv: new Uint8Array(12), sealed: new ArrayBuffer(3), date: null }, store);
  expect(await cache.read('rooms')).toBeNull();
  await cache.keep('rooms', words);
  expect(await cache.read('rooms')).toEqual(words);
});

test("several tabs that start together read each other's entries", async () => {
  const [one, other] = [createDeviceCache('luca'), createDeviceCache('luca')];
  await Promise.all([one.keep('rooms', 1), other.keep('recents', 2)]);
  expect(await Promise.all([one.read('recents'), other.read('rooms')])).toEqual([2, 1]);
});

test('leaves nothing after a session, not even an entry that was being sealed when it ended', async () => {
  const cache = createDeviceCache('luca');
  await cache.keep('rooms', words);
  const keeping = cache.keep('recents', words);
  cache.stop();
  await forgetCache();
  await keeping;
  expect((await entries(store)).filter(([name]) => name !== 'key')).toEqual([]);
});

test('evicts the oldest first, and keeps entries without a date', async () => {
  const cache = createDeviceCache('luca');
  await cache.keep('rooms', words);
  for (const date of [3, 1, 2]) await cache.keep(`room_a/${date}`, date, date);
  await cache.trim(2);
  expect(await cache.names('room_')).toEqual(['room_a/2', 'room_a/3']);
  expect(await cache.read('rooms')).toEqual(words);
});

test('does not search for the oldest when there are few, because that reads all of them', async () => {
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

test('a browser without storage only loses the cache', async () => {
  const cache = createDeviceCache('luca');
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('no', 'SecurityError'));
  await cache.keep('rooms', words);
  expect(await cache.read('rooms')).toBeNull();
  vi.restoreAllMocks();
});

import { get, set } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { createDeviceCache, forgetCache } from '../storage/device-cache';
import { indexedStore } from '../storage/indexed-store';
import {
  clearReceived,
  recordReceived,
  markReceivedRead,
  readReceived,
  type ReceivedNotification,
} from './received-notifications';

const one = (number: number, change: Partial<ReceivedNotification> = {}): ReceivedNotification => ({
  id: `call ${number}`,
  about: { kind: 'call', uniqueId: `call ${number}` },
  title: 'Luca Moretti',
  descr: 'Incoming call',
  date: number,
  isRead: false,
  ...change,
});

beforeEach(forgetCache);

test('lists the newest first and stores a hundred, none lost when many arrive at once', async () => {
  await Promise.all(Array.from({ length: 105 }, (_, number) => recordReceived(one(number))));
  const kept = await readReceived();
  expect([kept.length, kept[0]?.date, kept.at(-1)?.date]).toEqual([100, 104, 5]);
});

test('lists a call that rang and was missed as one notification', async () => {
  await recordReceived(one(1));
  await recordReceived(one(2));
  await recordReceived(one(1, { descr: 'Missed call', date: 3 }));
  expect((await readReceived()).map(({ id, descr }) => [id, descr])).toEqual([
    ['call 1', 'Missed call'],
    ['call 2', 'Incoming call'],
  ]);
});

test('marks those of one room as read, or all', async () => {
  await recordReceived(one(1, { about: { kind: 'room', uniqueId: 'room' } }));
  await recordReceived(one(2));
  await markReceivedRead('room');
  expect((await readReceived()).map(({ isRead }) => isRead)).toEqual([false, true]);
  await markReceivedRead();
  expect((await readReceived()).every(({ isRead }) => isRead)).toBe(true);
});

test('restores cleared notifications between those received since', async () => {
  await recordReceived(one(1));
  const putBack = await clearReceived();
  expect(await readReceived()).toEqual([]);
  await recordReceived(one(2));
  await putBack();
  expect((await readReceived()).map(({ date }) => date)).toEqual([2, 1]);
});

test('stores them sealed, and deletes them at the end of the session', async () => {
  await recordReceived(one(1, { descr: 'The pump leaks again' }));
  const lying = await get<{ readonly sealed: ArrayBuffer }>('receivedNotifications', indexedStore('cache')());
  expect(lying?.sealed.byteLength).toBeGreaterThan(100);
  expect(new TextDecoder('latin1').decode(lying?.sealed)).not.toContain('pump');
  expect(JSON.stringify(lying)).not.toContain('pump');
  await forgetCache();
  expect(await readReceived()).toEqual([]);
});

test('D8.14: rejects an invalid list; the next notification starts a new one', async () => {
  await createDeviceCache('device').keep('receivedNotifications', { title: 'no list' });
  await expect(readReceived()).rejects.toThrow(/./);
  await markReceivedRead();
  await expect(readReceived()).rejects.toThrow(/./);
  await recordReceived(one(1));
  expect(await readReceived()).toHaveLength(1);
});

test('treats an entry that cannot be opened as an empty list', async () => {
  await recordReceived(one(1));
  const store = indexedStore('cache')();
  await set('receivedNotifications', { iv: new Uint8Array(12), sealed: new ArrayBuffer(40), date: null }, store);
  expect(await readReceived()).toEqual([]);
});

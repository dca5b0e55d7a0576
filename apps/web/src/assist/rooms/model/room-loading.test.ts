import { QueryObserver } from '@tanstack/react-query';
import * as callQueries from '../../../shared/call-queries';
import type { PageCipher } from '../../../platform/crypto/cipher';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../../testing/people';
import { testRoom } from '../../../testing/rooms';
import { forgetCache } from '../../../platform/storage/device-cache';
import { currentScope, api, session } from '../../../platform';
import { LoadingInProgressError, createRoomLoading } from './room-loading';
import {
  requestRooms,
  changeKnownRoom,
  dropRoom,
  knownRooms,
  refreshRooms,
  roomsQuery,
  applyRoom,
} from './room-queries';
import { queries } from '../../../testing/scope';

const list = () => currentScope().get(createRoomLoading);

const openText = vi.fn<(scheme: 0 | 1 | 2, sealed: string) => Promise<string>>();

const me = testProfile();
const luca = testContact();
/** The server's rooms, newest first. */
const rooms = Array.from({ length: 45 }, (_, index) => {
  const joinedDate = new Date(Date.UTC(2026, 0, 5, 9, 59 - index)).toISOString();
  return testRoom([me, luca], { isGroup: true, subject: `Group ${index}`, joinedDate });
});
const [first = testRoom([luca]), second = first] = rooms;
const titles = () => knownRooms(currentScope())?.map(({ title }) => title);
const groups = (to: number) => Array.from({ length: to }, (_, index) => `Group ${index}`);
const listRooms = vi.spyOn(api, 'listRooms');

/** Begins to load, up to the first slice. */
async function begin() {
  const loading = queries().query({ ...roomsQuery, retry: false, staleTime: 0 });
  loading.catch(() => undefined);
  // Reading the cache of the device does not depend on fake timers.
  while (!knownRooms(currentScope())) await vi.advanceTimersByTimeAsync(0);
  return { loading, goOn: () => vi.advanceTimersByTimeAsync(1) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(callQueries, 'loadCipher').mockResolvedValue({ openText } as unknown as PageCipher);
  openText.mockReset().mockImplementation(async (_, sealed) => sealed);
  listRooms.mockReset().mockResolvedValue(rooms);
  session.store.setState({ status: 'signedIn', profile: me }, true);
});
afterEach(async () => {
  vi.useRealTimers();
  await session.end(false);
  await forgetCache();
});

test('A3.28, A4.38: lists load in slices with a delay of 1 to 2 ms, and report the percentage', async () => {
  const { loading, goOn } = await begin();
  expect([titles(), openText.mock.calls.length, list().state.getState().percentage]).toEqual([groups(20), 20, 44]);
  await goOn();
  expect([titles(), list().state.getState().percentage]).toEqual([groups(40), 88]);
  await goOn();
  await loading;
  expect([titles(), list().state.getState()]).toEqual([groups(45), { isWhole: true, percentage: null }]);
});

test('A8.8: a second request during loading says «loading already in progress», and the loading goes on', async () => {
  const { loading, goOn } = await begin();
  await expect(requestRooms(currentScope())).rejects.toThrow(new LoadingInProgressError());
  expect(new LoadingInProgressError().message).toBe('loading already in progress');
  await goOn();
  await goOn();
  await loading;
  expect([titles(), listRooms.mock.calls.length]).toEqual([groups(45), 1]);
  const again = requestRooms(currentScope());
  await goOn();
  await goOn();
  await again;
  expect(listRooms).toHaveBeenCalledTimes(2);
});

test('pushes during the load stay, and cause one more fetch', async () => {
  const { loading, goOn } = await begin();
  changeKnownRoom(currentScope(), first.uniqueId, (room) => ({ ...room, unreadMessages: 3 }));
  dropRoom(currentScope(), second.uniqueId);
  const third = testRoom([me, luca], { isGroup: true, subject: 'New', joinedDate: '2026-01-06T09:00:00.000Z' });
  await applyRoom(currentScope(), third);
  await goOn();
  await goOn();
  await loading;
  expect(titles()).toEqual(['New', 'Group 0', ...groups(45).slice(2)]);
  expect(knownRooms(currentScope())?.find(({ uniqueId }) => uniqueId === first.uniqueId)?.unreadMessages).toBe(3);
  expect(queries().getQueryState(roomsQuery.queryKey)?.isInvalidated).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queries().getQueryState(roomsQuery.queryKey)?.isInvalidated).toBe(true);
});

test('a complete list is updated at once, without progress', async () => {
  const { loading, goOn } = await begin();
  await goOn();
  await goOn();
  await loading;
  const shown: (number | null)[] = [];
  const stop = list().state.subscribe(({ percentage }) => shown.push(percentage));
  listRooms.mockResolvedValue(rooms.slice(1).map((room) => ({ ...room, mute: true })));
  const again = requestRooms(currentScope());
  await goOn();
  expect(titles()).toEqual(groups(45));
  await goOn();
  await again;
  stop();
  expect(titles()).toEqual(groups(45).slice(1));
  expect(knownRooms(currentScope())?.every(({ mute }) => mute)).toBe(true);
  expect(shown.filter((percentage) => percentage !== null)).toEqual([]);
});

test('a push during the request is newer than its answer, and stays', async () => {
  queries().setQueryData(roomsQuery.queryKey, [{ ...first, title: 'Group 0', lastText: null }]);
  list().noteWhole();
  let answer = (_: typeof rooms) => {};
  listRooms.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const asking = requestRooms(currentScope());
  await vi.advanceTimersByTimeAsync(0);
  changeKnownRoom(currentScope(), first.uniqueId, (room) => ({ ...room, unreadMessages: 3 }));
  answer([first]);
  await asking;
  expect(knownRooms(currentScope())?.map(({ unreadMessages }) => unreadMessages)).toEqual([3]);
});

test('a hidden page, whose timers are slow, loads without pauses', async () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { loading } = await begin();
  await loading;
  seen.mockRestore();
  expect(titles()).toEqual(groups(45));
});

test('a restarted load ignores the older one', async () => {
  const { goOn } = await begin();
  let answer = (_: typeof rooms) => {};
  listRooms.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const stop = new QueryObserver(queries(), roomsQuery).subscribe(() => {});
  const anew = refreshRooms(currentScope());
  await goOn();
  expect(titles()).toEqual(groups(20));
  answer(rooms.slice(0, 30).map((room) => ({ ...room, mute: true })));
  await goOn();
  await goOn();
  await anew;
  stop();
  expect(titles()).toEqual(groups(30));
  expect(knownRooms(currentScope())?.every(({ mute }) => mute)).toBe(true);
});

test('a load that fails halfway keeps the loaded rooms, and the rest can be fetched', async () => {
  openText.mockImplementation(async (_, sealed) => {
    if (sealed === 'Group 30') throw new Error('The net is away');
    return sealed;
  });
  const { loading, goOn } = await begin();
  await goOn();
  await expect(loading).rejects.toThrow('The net is away');
  expect([titles(), list().state.getState()]).toEqual([groups(20), { isWhole: false, percentage: null }]);
  openText.mockImplementation(async (_, sealed) => sealed);
  const again = requestRooms(currentScope());
  await goOn();
  await goOn();
  await again;
  expect(titles()).toEqual(groups(45));
});

test('signing out during the load leaves no rooms', async () => {
  const { goOn } = await begin();
  await session.end(false);
  await goOn();
  await goOn();
  expect([knownRooms(currentScope()), list().state.getState()]).toEqual([
    undefined,
    { isWhole: false, percentage: null },
  ]);
});

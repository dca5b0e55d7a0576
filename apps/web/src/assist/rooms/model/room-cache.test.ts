import { writeChange } from '@earth/messaging';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage, testRoom } from '../../../testing/rooms';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import { forgetCache } from '../../../platform/storage/device-cache';
import { currentScope, api, session } from '../../../platform';
import { startCacheWriter } from '../../../app/cache-writer';
import { pageCache } from '../../../platform/storage/page-cache';
import { historyQuery } from '../../../shared/queries';
import type { Conversation } from './conversation';
import { keepConversation } from './room-cache';
import {
  conversationQuery,
  dropRoom,
  knownConversation,
  knownRooms,
  loadBackTo,
  loadOlder,
  roomsQuery,
} from './room-queries';
import { beginScope, queries } from '../../../testing/scope';
import { createCallCipher } from '../../../platform/crypto/cipher';

const openText = vi.fn<(scheme: 0 | 1, sealed: string) => Promise<string>>();

const me = testProfile({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const room = testRoom([me, luca]);
const roomUniqueId = room.uniqueId;
const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => testMessage(luca, from + index, { roomUniqueId }));
const away = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const positions = () => knownConversation(currentScope(), roomUniqueId)?.messages.map(({ position }) => position);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Simulates the next start: only the cache of the device is left. */
const ask = () => queries().query({ ...conversationQuery(roomUniqueId), retry: false, staleTime: 0 });

const listRoomMessages = vi.spyOn(api, 'listRoomMessages');
const listRooms = vi.spyOn(api, 'listRooms');

function signIn() {
  session.store.setState({ status: 'signedIn', profile: me }, true);
  beginScope([[createCallCipher, { openText }]]);
}

beforeEach(() => {
  openText.mockReset().mockImplementation(async (_, sealed) => sealed);
  listRoomMessages.mockReset();
  listRooms.mockReset();
  signIn();
});
afterEach(async () => {
  await session.end(false);
  await forgetCache();
});

test('A3.20: room_{id}: a cached room is shown without a network, with its older pages', async () => {
  await keepConversation(currentScope(), roomUniqueId, { messages: messages(1, 10_000), hasOlder: false });
  const read = vi.spyOn(pageCache(currentScope()) ?? { read: async () => null }, 'read');
  listRoomMessages.mockRejectedValue(away);
  await expect(ask()).rejects.toBe(away);
  expect(positions()).toEqual(range(9951, 10_000));
  expect(read).toHaveBeenCalledTimes(1);
  await loadOlder(currentScope(), roomUniqueId);
  expect(positions()).toEqual(range(9901, 10_000));
  expect(knownConversation(currentScope(), roomUniqueId)?.hasOlder).toBe(true);
  expect(openText).not.toHaveBeenCalled();
});

test('paging back uses the cache up to the message', async () => {
  await keepConversation(currentScope(), roomUniqueId, { messages: messages(1, 400), hasOlder: false });
  listRoomMessages.mockResolvedValue([]);
  await ask();
  listRoomMessages.mockClear();
  await loadBackTo(currentScope(), roomUniqueId, 120);
  expect(positions()).toEqual(range(101, 400));
  expect(listRoomMessages).not.toHaveBeenCalled();
});

test('newer messages are fetched from the cached end on, and cached', async () => {
  const kept = messages(1, 60);
  await keepConversation(currentScope(), roomUniqueId, { messages: kept, hasOlder: false });
  listRoomMessages.mockResolvedValueOnce(messages(61, 62));
  await ask();
  expect(listRoomMessages).toHaveBeenCalledWith({ id: roomUniqueId, fromId: kept.at(-1)?.uniqueId, limit: 200 });
  expect(positions()).toEqual(range(1, 62));
  await keepConversation(
    currentScope(),
    roomUniqueId,
    knownConversation(currentScope(), roomUniqueId) ?? { messages: [], hasOlder: true },
  );
  queries().clear();
  listRoomMessages.mockRejectedValue(away);
  await expect(ask()).rejects.toBe(away);
  expect(positions()).toEqual(range(1, 62));
  expect(knownConversation(currentScope(), roomUniqueId)?.hasOlder).toBe(false);
});

test('a gap between two cached ranges is fetched, not skipped', async () => {
  await keepConversation(currentScope(), roomUniqueId, { messages: messages(1, 60), hasOlder: false });
  queries().setQueryData(conversationQuery(roomUniqueId).queryKey, { messages: messages(71, 80), hasOlder: true });
  listRoomMessages.mockResolvedValueOnce(messages(41, 70));
  await loadOlder(currentScope(), roomUniqueId);
  expect(positions()).toEqual(range(41, 80));
});

test('cached messages that the server no longer has are replaced', async () => {
  await keepConversation(currentScope(), roomUniqueId, { messages: messages(1, 60), hasOlder: false });
  listRoomMessages
    .mockRejectedValueOnce(new ApiError({ code: 404, error: 'notFound', message: '' }))
    .mockResolvedValueOnce(messages(1, 5));
  await ask();
  expect(positions()).toEqual(range(1, 5));
  await keepConversation(
    currentScope(),
    roomUniqueId,
    knownConversation(currentScope(), roomUniqueId) ?? { messages: [], hasOlder: true },
  );
  queries().clear();
  listRoomMessages.mockRejectedValue(away);
  await expect(ask()).rejects.toBe(away);
  expect(positions()).toEqual(range(1, 5));
});

test('messages cached undecrypted are decrypted when shown', async () => {
  const [first, second] = messages(1, 2);
  if (!first || !second) throw new Error('Two were made');
  await keepConversation(currentScope(), roomUniqueId, {
    messages: [first, { ...second, text: null }],
    hasOlder: false,
  });
  listRoomMessages.mockResolvedValue([]);
  await ask();
  expect(knownConversation(currentScope(), roomUniqueId)?.messages.map(({ text }) => text)).toEqual([
    'Message 1',
    'Message 2',
  ]);
  expect(openText).toHaveBeenCalledOnce();
});

test('A3.19: recents and rooms are cached, and shown at the next start without a network', async () => {
  const stop = startCacheWriter(currentScope());
  listRooms.mockResolvedValue([room]);
  const listCalls = vi.spyOn(api, 'listCalls').mockResolvedValue({ calls: [], total: 7 } as never);
  await queries().query(roomsQuery);
  await queries().infiniteQuery(historyQuery);
  const cache = pageCache(currentScope());
  for (const name of ['rooms', 'recents']) await vi.waitFor(async () => expect(await cache?.read(name)).not.toBeNull());
  stop();
  queries().clear();
  listRooms.mockRejectedValue(away);
  listCalls.mockRejectedValue(away);
  await expect(queries().query({ ...roomsQuery, retry: false })).rejects.toBe(away);
  await expect(queries().infiniteQuery({ ...historyQuery, retry: false })).rejects.toBe(away);
  expect(knownRooms(currentScope())).toEqual([{ ...room, isKept: true }]);
  expect(queries().getQueryData(historyQuery.queryKey)?.pages[0]).toMatchObject({ total: 7 });
  listRooms.mockReset().mockResolvedValue([room]);
  await queries().query({ ...roomsQuery, staleTime: 0 });
  expect(knownRooms(currentScope())?.map(({ isKept }) => isKept)).toEqual([undefined]);
});

test('a room that the user has left, or joined again, is removed from the cache', async () => {
  const [left, lost, rejoined] = [testRoom([me]), testRoom([me]), testRoom([me])];
  const rooms = [left, lost, rejoined];
  const names = async () => pageCache(currentScope())?.names('room_');
  for (const { uniqueId } of rooms)
    await keepConversation(currentScope(), uniqueId, { messages: [testMessage(luca, 1)], hasOlder: false });
  expect(await names()).toHaveLength(3);
  queries().setQueryData(roomsQuery.queryKey, rooms);
  dropRoom(currentScope(), left.uniqueId);
  listRooms.mockResolvedValue([{ ...rejoined, joinedDate: '2026-02-01T09:00:00.000Z' }]);
  await queries().query({ ...roomsQuery, staleTime: 0 });
  await vi.waitFor(async () => expect(await names()).toEqual([]));
});

test('A3.25: signing out clears the cache, also for the next user', async () => {
  await keepConversation(currentScope(), roomUniqueId, { messages: messages(1, 3), hasOlder: false });
  await session.end(false);
  signIn();
  await vi.waitFor(async () => expect(await pageCache(currentScope())?.names('')).toEqual([]));
});

test('what its author has deleted leaves the device, with its edits, also from an older page', async () => {
  const scope = currentScope();
  const all = messages(1, 60).map((message) => ({ ...message, clientId: `c-${message.position}` }));
  const named = { authorId: luca.uniqueId, id: 'c-3' };
  const more = { roomUniqueId, changedUniqueId: all[2]?.uniqueId ?? '' };
  const edited = testMessage(luca, 61, {
    ...more,
    text: writeChange({ kind: 'edit', ...named, text: 'Code 4711' }),
    change: 'edit',
  });
  await keepConversation(scope, roomUniqueId, { messages: [...all, edited], hasOlder: false });
  const kept = async () => {
    const cache = pageCache(scope);
    const names = (await cache?.names('room_')) ?? [];
    return JSON.stringify(await Promise.all(names.map(async (name) => cache?.read(name))));
  };
  expect(await kept()).toMatch(/"Message 3".*4711/);
  const deletion = testMessage(luca, 62, {
    ...more,
    text: writeChange({ kind: 'delete', ...named, text: '' }),
    change: 'delete',
  });
  await keepConversation(scope, roomUniqueId, { messages: [...all, edited, deletion], hasOlder: false });
  expect(await kept()).toMatch(/"Message 2".*"Message 4"/);
  expect(await kept()).not.toMatch(/"Message 3"|4711/);
});

test('what its author has deleted leaves a page that is not loaded, and nothing else does', async () => {
  const old = messages(1, 120).map((message) => ({ ...message, clientId: `c-${message.position}` }));
  const conversation = { messages: old, hasOlder: false };
  await keepConversation(currentScope(), roomUniqueId, conversation);
  // The app was started again, and has loaded the newest messages only.
  signIn();
  const deletionOf = (position: number, author: typeof luca, at: number) =>
    testMessage(author, at, {
      roomUniqueId,
      changedUniqueId: old[position - 1]?.uniqueId ?? '',
      text: writeChange({ kind: 'delete', authorId: luca.uniqueId, id: `c-${position}`, text: '' }),
      change: 'delete',
    });
  const newest = [...old.slice(100), deletionOf(3, luca, 121), deletionOf(5, testContact(), 122)];
  await keepConversation(currentScope(), roomUniqueId, { messages: newest, hasOlder: true });
  const first = await pageCache(currentScope())?.read<Conversation>(`room_${roomUniqueId}/0000000`);
  expect(first?.messages.slice(1, 5).map(({ text }) => text)).toEqual(['Message 2', null, 'Message 4', 'Message 5']);
  expect(first?.messages).toHaveLength(50);
});

import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
import { testMessage, testRoom } from '../../../testing/rooms';
import { catchUp } from './catch-up';
import { currentScope, api } from '../../../platform';
import { conversationQuery, knownConversation, roomsQuery } from './room-queries';
import { beginScope, queries } from '../../../testing/scope';
import { createCallCipher } from '../../../platform/crypto/cipher';

const luca = testContact();
const room = testRoom([luca]);
const message = (position: number) => testMessage(luca, position, { roomUniqueId: room.uniqueId });
const first = message(1);
const second = message(2);
const listRoomMessages = vi.spyOn(api, 'listRoomMessages');
const positions = () => knownConversation(currentScope(), room.uniqueId)?.messages.map(({ position }) => position);
let stop: () => void;

/** A room in the list whose last message has this position. */
const written = (position: number) =>
  void queries().setQueryData(roomsQuery.queryKey, [
    { ...room, title: '', lastText: null, lastMessage: { ...message(position), clientId: undefined } },
  ]);

beforeEach(() => {
  listRoomMessages.mockReset();
  beginScope([[createCallCipher, { openText: async (_: 0 | 1, sealed: string) => sealed }]]);
  stop = catchUp(currentScope());
});
afterEach(() => {
  stop();
  queries().clear();
});

test('a message missed after a conversation was fetched is fetched when list and conversation are loaded', async () => {
  let answer = (_: (typeof first)[]) => {};
  listRoomMessages.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValue([second]);
  written(1);
  const leave = new QueryObserver(queries(), conversationQuery(room.uniqueId)).subscribe(() => {});
  await vi.waitFor(() => expect(listRoomMessages).toHaveBeenCalled());
  answer([first]);
  await vi.waitFor(() => expect(positions()).toEqual([1]));
  written(2);
  await vi.waitFor(() => expect(positions()).toEqual([1, 2]));
  leave();
});

test('a newer list that is loaded before its conversation is enough', async () => {
  let answer = (_: (typeof first)[]) => {};
  listRoomMessages.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValue([second]);
  written(1);
  const leave = new QueryObserver(queries(), conversationQuery(room.uniqueId)).subscribe(() => {});
  await vi.waitFor(() => expect(listRoomMessages).toHaveBeenCalled());
  written(2);
  answer([first]);
  await vi.waitFor(() => expect(positions()).toEqual([1, 2]));
  leave();
});

test('a message that the server lists but never gives is requested once', async () => {
  listRoomMessages.mockResolvedValueOnce([first]).mockResolvedValue([]);
  written(2);
  const leave = new QueryObserver(queries(), conversationQuery(room.uniqueId)).subscribe(() => {});
  await vi.waitFor(() => expect(listRoomMessages).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(queries().isFetching()).toBe(0));
  written(2);
  expect([positions(), queries().isFetching()]).toEqual([[1], 0]);
  leave();
});

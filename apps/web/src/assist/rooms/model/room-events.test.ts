import { writeChange } from '@earth/messaging';
import type { RoomMessage, RoomParticipant, ServerFrame } from '@earth/contracts';
import { readReceived, receivedIdOf, recordReceived } from '../../../platform/push/received-notifications';
import * as callQueries from '../../../shared/call-queries';
import type { PageCipher } from '../../../platform/crypto/cipher';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage, testRoom } from '../../../testing/rooms';
import { currentScope, session } from '../../../platform';
import { applyRoomFrame, applyMessage } from './room-events';
import { roomPeopleQuery } from './room-people';
import { conversationQuery, knownConversation, knownRoom, roomsQuery } from './room-queries';
import { createTyping } from './typing';
import { queries } from '../../../testing/scope';

const openText = vi.fn<(scheme: 0 | 1 | 2, sealed: string) => Promise<string>>();

const me = testProfile({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const quiet = testRoom([me, luca], { lastMessageDate: '2026-01-05T09:30:00.000Z' });
const other = testRoom([me, testContact()], { lastMessageDate: '2026-01-05T09:45:00.000Z' });
const roomUniqueId = quiet.uniqueId;
const person = (contact: RoomParticipant['contact']): RoomParticipant => ({
  contact,
  joinedDate: quiet.joinedDate,
  joinedPosition: 0,
  deliveredPosition: 0,
  readPosition: 0,
});

const push = (messageType: string, messageContent: object) =>
  applyRoomFrame(currentScope(), { type: 'push', messageType, messageContent } as ServerFrame);
const comes = ({ text: _, ...roomMessage }: RoomMessage & { readonly text: unknown }) =>
  push('RoomMessage', { roomMessage });
const message = (sender: { readonly uniqueId: string; readonly name: string }, position: number) =>
  testMessage(sender, position, { roomUniqueId });
const rooms = () =>
  queries()
    .getQueryData(roomsQuery.queryKey)
    ?.map(({ uniqueId }) => uniqueId);

beforeEach(() => {
  vi.spyOn(callQueries, 'loadCipher').mockResolvedValue({ openText } as unknown as PageCipher);
  openText.mockReset().mockImplementation(async (_, sealed) => sealed);
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(roomsQuery.queryKey, [other, quiet]);
  queries().setQueryData(conversationQuery(roomUniqueId).queryKey, { messages: [message(luca, 1)], hasOlder: false });
});
afterEach(async () => {
  await session.end(false);
  queries().clear();
  vi.restoreAllMocks();
});

test('A4.34: a new message moves its room to the top and counts as unread; the user’s own message does not', async () => {
  comes(message(luca, 2));
  await expect.poll(rooms).toEqual([roomUniqueId, other.uniqueId]);
  expect(knownRoom(currentScope(), roomUniqueId)).toMatchObject({ unreadMessages: 1, lastText: 'Message 2' });
  comes(message(me, 3));
  await expect.poll(() => knownRoom(currentScope(), roomUniqueId)?.lastText).toBe('Message 3');
  expect(knownRoom(currentScope(), roomUniqueId)?.unreadMessages).toBe(1);
  expect(knownConversation(currentScope(), roomUniqueId)?.messages.map(({ position }) => position)).toEqual([1, 2, 3]);
});

test('A4.37: a new room is sorted by date, between two others', async () => {
  const between = testRoom([me, testContact()], { lastMessageDate: '2026-01-05T09:40:00.000Z' });
  push('RoomCreated', { room: between });
  await expect.poll(rooms).toEqual([other.uniqueId, between.uniqueId, roomUniqueId]);
});

test('what its author has deleted leaves the list of notifications, and only that', async () => {
  const [deleted, kept] = [message(luca, 2), message(luca, 3)];
  queries().setQueryData(conversationQuery(roomUniqueId).queryKey, { messages: [deleted, kept], hasOlder: true });
  for (const { date, text } of [deleted, kept])
    await recordReceived({
      id: receivedIdOf(roomUniqueId, date),
      about: { kind: 'room', uniqueId: roomUniqueId },
      title: 'Luca Moretti',
      descr: typeof text === 'string' ? text : '',
      date: Date.parse(date),
      isRead: false,
    });
  const deletionBy = (author: typeof luca, of: typeof deleted, position: number) => ({
    ...testMessage(author, position, { roomUniqueId, change: 'delete', changedUniqueId: of.uniqueId }),
    message: writeChange({ kind: 'delete', authorId: luca.uniqueId, id: of.clientId ?? of.uniqueId, text: '' }),
  });
  comes(deletionBy(testContact(), kept, 4));
  comes(deletionBy(luca, deleted, 5));
  await expect.poll(async () => (await readReceived()).map(({ descr }) => descr)).toEqual(['Message 3']);
});

test('a pushed message that is known is not decrypted again', async () => {
  const mine = message(me, 2);
  await applyMessage(currentScope(), mine);
  comes(mine);
  comes(message(luca, 3));
  await expect.poll(() => knownConversation(currentScope(), roomUniqueId)?.messages).toHaveLength(3);
  expect(openText.mock.calls.map(([, sealed]) => sealed)).toEqual(['Message 3']);
});

test('a duplicate appears once; after a missed message the gap is fetched', async () => {
  const again = message(luca, 2);
  comes(again);
  comes(again);
  await expect.poll(() => knownRoom(currentScope(), roomUniqueId)?.unreadMessages).toBe(1);
  const invalidate = vi.spyOn(queries(), 'invalidateQueries').mockResolvedValue();
  comes(message(luca, 4));
  await expect
    .poll(() => invalidate.mock.calls)
    .toContainEqual([conversationQuery(roomUniqueId)].map(({ queryKey }) => ({ queryKey })));
  expect(knownConversation(currentScope(), roomUniqueId)?.messages).toHaveLength(2);
  expect(knownRoom(currentScope(), roomUniqueId)?.unreadMessages).toBe(2);
});

test('a member’s delivery position only increases', async () => {
  const { queryKey } = roomPeopleQuery(roomUniqueId);
  queries().setQueryData(queryKey, [person(luca)]);
  const reached = () => queries().getQueryData(queryKey)?.[0];
  push('MessagesRead', { roomUniqueId, contactUniqueId: luca.uniqueId, position: 5, date: quiet.joinedDate });
  await expect.poll(reached).toMatchObject({ deliveredPosition: 5, readPosition: 5 });
  push('MessagesDelivered', { roomUniqueId, contactUniqueId: luca.uniqueId, position: 4 });
  push('MessagesDelivered', { roomUniqueId, contactUniqueId: luca.uniqueId, position: 6 });
  await expect.poll(reached).toMatchObject({ deliveredPosition: 6, readPosition: 5 });
});

test('typing is shown until the message arrives; a room left on another device disappears', async () => {
  applyRoomFrame(currentScope(), { type: 'typing', roomUniqueId, contactUniqueId: luca.uniqueId });
  expect(currentScope().get(createTyping).typingIn(roomUniqueId)).toEqual([luca.uniqueId]);
  comes(message(luca, 2));
  await expect.poll(() => currentScope().get(createTyping).typingIn(roomUniqueId)).toEqual([]);
  push('RoomDeleted', { roomUniqueId });
  expect(rooms()).toEqual([other.uniqueId]);
});

test('messages of an unknown room fetch the list at most once a second', async () => {
  vi.useFakeTimers();
  const invalidate = vi.spyOn(queries(), 'invalidateQueries').mockResolvedValue();
  const unknown = testRoom([me, luca]).uniqueId;
  await applyMessage(currentScope(), testMessage(luca, 1, { roomUniqueId: unknown }));
  await applyMessage(currentScope(), testMessage(luca, 2, { roomUniqueId: unknown }));
  expect(invalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(invalidate.mock.calls).toEqual([[{ queryKey: roomsQuery.queryKey }]]);
  vi.useRealTimers();
});

test('receipts in a group fetch the list at most once a second, until everybody has the user’s last message', async () => {
  vi.useFakeTimers();
  const invalidate = vi.spyOn(queries(), 'invalidateQueries').mockResolvedValue();
  const reach = async (lastMessage: object) => {
    const group = { ...quiet, isGroup: true, lastMessage: { ...message(me, 2), clientId: undefined, ...lastMessage } };
    queries().setQueryData(roomsQuery.queryKey, [group]);
    push('MessagesDelivered', { roomUniqueId, contactUniqueId: luca.uniqueId, position: 2 });
    push('MessagesDelivered', { roomUniqueId, contactUniqueId: luca.uniqueId, position: 2 });
    await vi.advanceTimersByTimeAsync(1000);
    return invalidate.mock.calls.length;
  };
  expect(await reach({ sender: testContact() })).toBe(0);
  expect(await reach({ delivered: true })).toBe(0);
  expect(await reach({})).toBe(1);
  vi.useRealTimers();
});

test('a change of a message is neither unread nor the last one; the server says what an edit made of the last one', async () => {
  comes(message(luca, 2));
  await expect.poll(() => knownRoom(currentScope(), roomUniqueId)?.unreadMessages).toBe(1);
  const last = knownRoom(currentScope(), roomUniqueId)?.lastMessage?.uniqueId ?? '';
  const isStale = () => queries().getQueryState(roomsQuery.queryKey)?.isInvalidated;
  comes({ ...message(luca, 3), change: 'react', changedUniqueId: last });
  await expect.poll(() => knownConversation(currentScope(), roomUniqueId)?.messages).toHaveLength(3);
  expect(knownRoom(currentScope(), roomUniqueId)).toMatchObject({
    unreadMessages: 1,
    lastText: 'Message 2',
    lastPosition: 3,
  });
  expect(isStale()).toBe(false);
  comes({ ...message(luca, 4), change: 'edit', changedUniqueId: last });
  await expect.poll(isStale, { timeout: 5_000 }).toBe(true);
});

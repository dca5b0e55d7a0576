import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage, testRoom } from '../../../testing/rooms';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import { currentScope, api, session } from '../../../platform';
import { conversationQuery, knownRoom, roomsQuery } from './room-queries';
import { markRead } from './read-receipts';
import { queries } from '../../../testing/scope';

const room = testRoom([testContact()], { unreadMessages: 1 });
const { uniqueId: id } = room;
const away = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const refused = new ApiError({ code: 404, error: 'notFound', message: '' });
const read = vi.spyOn(api, 'readRoomMessages');
const said = () => read.mock.calls.map(([asked]) => asked.position);

beforeEach(() => {
  vi.useFakeTimers();
  read.mockReset().mockResolvedValue(room);
  queries().setQueryData(roomsQuery.queryKey, [room]);
});
afterEach(async () => {
  vi.useRealTimers();
  await session.end(false);
});

test('reading a message closes its notification', async () => {
  const closed: unknown[] = [];
  const getNotifications = async ({ tag }: { tag: string }) => [{ close: () => closed.push(tag) }];
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ getNotifications }) },
  });
  await markRead(currentScope(), id, 3);
  await vi.waitFor(() => expect(closed).toEqual([id]));
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a failed report is repeated until it succeeds', async () => {
  read.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  await markRead(currentScope(), id, 3);
  expect(said()).toEqual([3]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([3, 3, 3]);
});

test('a newer position replaces a failed report', async () => {
  read.mockRejectedValueOnce(away);
  await markRead(currentScope(), id, 3);
  await markRead(currentScope(), id, 4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([3, 4]);
});

test('a refused report is not repeated', async () => {
  read.mockRejectedValueOnce(refused);
  await markRead(currentScope(), id, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([3]);
});

test('of what comes after the read message, changes are not unread, and mentions of the user are counted', async () => {
  const me = testProfile();
  session.store.setState({ status: 'signedIn', profile: me }, true);
  queries().setQueryData(roomsQuery.queryKey, [{ ...room, unreadMessages: 3, unreadMentions: 2 }]);
  const luca = testContact();
  const messages = [
    testMessage(luca, 1, { mentions: [me.uniqueId] }),
    testMessage(luca, 2, { change: 'react' }),
    testMessage(luca, 3, { mentions: [me.uniqueId] }),
    testMessage(luca, 4),
    testMessage(me, 5),
  ];
  queries().setQueryData(conversationQuery(id).queryKey, { messages, hasOlder: false });
  await markRead(currentScope(), id, 1);
  expect(knownRoom(currentScope(), id)).toMatchObject({ unreadMessages: 2, unreadMentions: 1 });
});

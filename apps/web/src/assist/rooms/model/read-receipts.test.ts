import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
import { testRoom } from '../../../testing/rooms';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import { currentScope, api, session } from '../../../platform';
import { roomsQuery } from './room-queries';
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

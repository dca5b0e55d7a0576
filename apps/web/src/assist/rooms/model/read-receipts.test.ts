import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
import { testRoom } from '../../../testing/rooms';
import { ApiError, NO_ANSWER } from '../../../platform/http/api-error';
import { api, session } from '../../../platform';
import { queryClient } from '../../../shared/queries';
import { roomsQuery } from './room-queries';
import { markRead } from './read-receipts';

const room = testRoom([testContact()], { unreadMessages: 1 });
const { uniqueId: id } = room;
const away = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const refused = new ApiError({ code: 404, error: 'notFound', message: '' });
const read = vi.spyOn(api, 'readRoomMessages');
const said = () => read.mock.calls.map(([asked]) => asked.position);

beforeEach(() => {
  vi.useFakeTimers();
  read.mockReset().mockResolvedValue(room);
  queryClient.setQueryData(roomsQuery.queryKey, [room]);
});
afterEach(async () => {
  vi.useRealTimers();
  await session.end(false);
});

test('what has been read is not shown outside the app any more', async () => {
  const closed: unknown[] = [];
  const getNotifications = async ({ tag }: { tag: string }) => [{ close: () => closed.push(tag) }];
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ getNotifications }) },
  });
  await markRead(id, 3);
  await vi.waitFor(() => expect(closed).toEqual([id]));
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('what the server did not hear is said again, until it has heard it', async () => {
  read.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  await markRead(id, 3);
  expect(said()).toEqual([3]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([3, 3, 3]);
});

test('who has read on says that alone', async () => {
  read.mockRejectedValueOnce(away);
  await markRead(id, 3);
  await markRead(id, 4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([3, 4]);
});

test('what the server refuses is not said again', async () => {
  read.mockRejectedValueOnce(refused);
  await markRead(id, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([3]);
});

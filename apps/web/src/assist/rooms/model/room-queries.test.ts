import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
import { testMessage, testRoom } from '../../../testing/rooms';
import { currentScope, api, realtime } from '../../../platform';
import { refreshAllRooms, roomsQuery } from './room-queries';
import { beginScope, queries } from '../../../testing/scope';
import { createCallCipher } from '../../../platform/crypto/cipher';

const luca = testContact();

/** Includes the pauses between slices. */
async function loadRooms() {
  const loading = queries().query({ ...roomsQuery, staleTime: 0 });
  await vi.advanceTimersByTimeAsync(5);
  return loading;
}

beforeEach(() => {
  vi.useFakeTimers();
  beginScope([[createCallCipher, { openText: async (_: 0 | 1, sealed: string) => sealed }]]);
});
afterEach(() => {
  queries().clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('delivery of missed messages is reported in batches, and again after a reconnection', async () => {
  const unread = () =>
    testRoom([luca], { lastMessage: { ...testMessage(luca, 1), clientId: undefined }, unreadMessages: 1 });
  vi.spyOn(api, 'listRooms').mockResolvedValue(Array.from({ length: 30 }, unread));
  const send = vi.spyOn(realtime, 'send').mockReturnValue(true);
  await loadRooms();
  expect(send).toHaveBeenCalledTimes(20);
  await vi.advanceTimersByTimeAsync(500);
  expect(send).toHaveBeenCalledTimes(30);
  await loadRooms();
  await vi.advanceTimersByTimeAsync(500);
  expect(send).toHaveBeenCalledTimes(30);
  refreshAllRooms(currentScope());
  await loadRooms();
  expect(send).toHaveBeenCalledTimes(50);
});

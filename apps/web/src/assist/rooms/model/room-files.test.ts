import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { currentScope, api } from '../../../platform';
import { openRoomFile, useComing } from './room-files';

vi.mock('../../../shared/call-queries', async (load) => ({ ...(await load<object>()), loadCipher: async () => ({}) }));

test('of two downloads of a file, the end of one keeps the progress of the other', async () => {
  const ends: (() => void)[] = [];
  const progress: ((come: number) => void)[] = [];
  vi.spyOn(api, 'getRoomFile').mockImplementation(
    (_, sending) =>
      new Promise((__, reject) => {
        ends.push(() => reject(new Error('away')));
        if (sending) progress.push(sending.onProgress);
      }),
  );
  const file = { fileName: 'P-204.pdf', fileUrl: '/storage/rooms/r/f.bin', fileSize: 1000 };
  const message = testMessage(testContact(), 1, file);
  const { result } = renderHook(() => useComing(message));
  const both = [openRoomFile(currentScope(), message), openRoomFile(currentScope(), message)].map((one) =>
    one.catch(() => null),
  );
  await vi.waitFor(() => expect(progress).toHaveLength(2));
  act(() => progress.forEach((tell, nth) => tell(nth === 0 ? 0.2 : 0.6)));
  expect(result.current).toBe(0.6);
  await act(async () => {
    ends[1]?.();
    await both[1];
  });
  expect(result.current).toBe(0.2);
  await act(async () => {
    ends[0]?.();
    await both[0];
  });
  expect(result.current).toBeNull();
});

import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { inConversation } from '../../../testing/conversation';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import type { ConversationSource } from '../source';
import { useComing, useMessageFile } from './files';

test('of two downloads of a file, the end of one keeps the progress of the other', async () => {
  const ends: (() => void)[] = [];
  const progress: ((come: number) => void)[] = [];
  const openFile: ConversationSource['openFile'] = (_, __, sending) =>
    new Promise((___, reject) => {
      ends.push(() => reject(new Error('away')));
      if (sending) progress.push(sending.onProgress);
    });
  const file = { fileName: 'P-204.pdf', fileUrl: '/storage/rooms/r/f.bin', fileSize: 1000 };
  const message = testMessage(testContact(), 1, file);
  const { result } = renderHook(() => ({ coming: useComing(message), file: useMessageFile(message) }), {
    wrapper: inConversation({ openFile }),
  });
  const { open } = result.current.file;
  const both = [open(), open()].map((one) => one.catch(() => null));
  await vi.waitFor(() => expect(progress).toHaveLength(2));
  act(() => progress.forEach((tell, nth) => tell(nth === 0 ? 0.2 : 0.6)));
  expect(result.current.coming).toBe(0.6);
  await act(async () => {
    ends[1]?.();
    await both[1];
  });
  expect(result.current.coming).toBe(0.2);
  await act(async () => {
    ends[0]?.();
    await both[0];
  });
  expect(result.current.coming).toBeNull();
});

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import type { Outbox } from '@earth/messaging';
import * as sending from './model/room-sending';
import { toastStore } from '../../shared/toast';
import { useSendFile } from './use-send-file';
import { AppScope } from '../../testing/scope';

const startRoomSending = vi.spyOn(sending, 'startRoomSending');

const file = new File(['40 Nm'], 'seal.txt');

beforeEach(() => setLanguage('en'));
afterEach(cleanup);

test('a file chosen before the outbox is loaded waits for it', async () => {
  const sendFile = vi.fn<Outbox['sendFile']>();
  let load: (outbox: Outbox) => void = () => {};
  startRoomSending.mockReturnValue(new Promise((resolve) => (load = resolve)));
  const { result } = renderHook(() => useSendFile('room'), { wrapper: AppScope });
  result.current(file);
  expect(sendFile).not.toHaveBeenCalled();
  load({ sendFile } as unknown as Outbox);
  await vi.waitFor(() => expect(sendFile).toHaveBeenCalledWith('room', file, undefined));
});

test('if the outbox fails to load, the user is notified of the file', async () => {
  startRoomSending.mockRejectedValue(new Error('no code'));
  const { result } = renderHook(() => useSendFile('room'), { wrapper: AppScope });
  act(() => result.current(file));
  await vi.waitFor(() =>
    expect(JSON.stringify(toastStore.getState())).toContain('Couldn’t attach the file. Try again.'),
  );
});

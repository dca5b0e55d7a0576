import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recorderOf } from './page-recorders';
import { useVoice } from './use-voice';
import { AppScope } from '../../../testing/scope';

afterEach(() => vi.restoreAllMocks());

/** A room with a running recording. */
function openRoom(roomId: string) {
  const recorder = recorderOf(roomId);
  const stop = vi.spyOn(recorder, 'stop').mockReturnValue();
  const { unmount } = renderHook(() => useVoice(roomId), { wrapper: AppScope });
  act(() => recorder.state.setState({ type: 'recording', track: {} as MediaStreamTrack, since: 0 }, true));
  return { stop, unmount };
}

test('recording stops on a hidden page', () => {
  const { stop } = openRoom('one');
  expect(stop).not.toHaveBeenCalled();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(stop).toHaveBeenCalledOnce();
});

test('recording stops when the user leaves the room, and the note waits', () => {
  const { stop, unmount } = openRoom('two');
  unmount();
  expect(stop).toHaveBeenCalledOnce();
  const name = 'voice-note-3s.weba';
  const note = { file: new File(['words'], name), text: name };
  recorderOf('two').state.setState({ type: 'recorded', note }, true);
  const { result } = renderHook(() => useVoice('two'), { wrapper: AppScope });
  expect(result.current.state).toEqual({ type: 'recorded', note });
});

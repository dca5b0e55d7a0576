import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentScope } from '../../../platform';
import { AppScope } from '../../../testing/scope';
import { createRecorders } from './recorders';
import { useVoice, type VoicePorts } from './use-voice';

const ports: VoicePorts = {
  openMicrophone: () => Promise.reject(new Error('not asked for here')),
  howToAllow: null,
  isInterrupted: false,
};
const placeOf = (id: string) => ({ kind: 'room', id }) as const;
const recorderOf = (id: string) => currentScope().get(createRecorders)(placeOf(id), ports.openMicrophone);
const renderVoice = (id: string, isInterrupted = false) =>
  renderHook((props: VoicePorts) => useVoice(placeOf(id), props), {
    wrapper: AppScope,
    initialProps: { ...ports, isInterrupted },
  });

afterEach(() => vi.restoreAllMocks());

/** A room with a running recording. */
function openRoom(roomId: string) {
  const recorder = recorderOf(roomId);
  const stop = vi.spyOn(recorder, 'stop').mockReturnValue();
  const { unmount, rerender } = renderVoice(roomId);
  act(() => recorder.state.setState({ type: 'recording', track: {} as MediaStreamTrack, since: 0 }, true));
  return { stop, unmount, rerender };
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
  const { result } = renderVoice('two');
  expect(result.current.state).toEqual({ type: 'recorded', note });
});

test('recording stops if it is interrupted', () => {
  const { stop, rerender } = openRoom('three');
  expect(stop).not.toHaveBeenCalled();
  rerender({ ...ports, isInterrupted: true });
  expect(stop).toHaveBeenCalledOnce();
});

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useIsPageVisible } from '../../../shared/use-page-visible';
import { useCall } from '../../calls';
import { recorderOf } from './page-recorders';
import { pageSound } from './page-sound';

/** The voice note of a room. Recording stops when a call begins, and when the user leaves the page or the room. */
export function useVoice(roomId: string) {
  const recorder = recorderOf(roomId);
  const state = useStore(recorder.state);
  const isVisible = useIsPageVisible();
  const { phase } = useCall().view;
  const isCalling = phase !== 'idle' && phase !== 'closed';
  const isLeft = !isVisible && state.type === 'recording';
  useEffect(() => {
    if (isCalling || isLeft) recorder.stop();
  }, [recorder, isCalling, isLeft]);
  useEffect(() => {
    if (isCalling) pageSound.pause();
  }, [isCalling]);
  useEffect(
    () => () => {
      recorder.stop();
      pageSound.stop();
    },
    [recorder],
  );
  return { recorder, state };
}

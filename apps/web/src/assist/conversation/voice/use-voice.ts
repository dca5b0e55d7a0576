import type { Place } from '@earth/messaging';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { useScoped } from '../../../platform/session/scope-context';
import { useIsPageVisible } from '../../../shared/use-page-visible';
import type { RecorderPorts } from './recorder';
import { createRecorders } from './recorders';
import { createSound } from './sound';

export interface VoicePorts {
  readonly openMicrophone: RecorderPorts['openMicrophone'];
  /** Shows how to allow a blocked microphone. */
  readonly howToAllow: ReactNode;
  /** Something else needs the microphone and the speaker, such as a call. */
  readonly isInterrupted: boolean;
}

/** The voice note of a conversation. Recording stops if it is interrupted, and when the user leaves the page or the conversation. */
export function useVoice(place: Place, { openMicrophone, isInterrupted }: VoicePorts) {
  const recorder = useScoped(createRecorders)(place, openMicrophone);
  const sound = useScoped(createSound);
  const state = useStore(recorder.state);
  const isVisible = useIsPageVisible();
  const isLeft = !isVisible && state.type === 'recording';
  useEffect(() => {
    if (isInterrupted || isLeft) recorder.stop();
  }, [recorder, isInterrupted, isLeft]);
  useEffect(() => {
    if (isInterrupted) sound.pause();
  }, [sound, isInterrupted]);
  useEffect(
    () => () => {
      recorder.stop();
      sound.stop();
    },
    [recorder, sound],
  );
  return { recorder, state };
}

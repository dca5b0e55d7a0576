import type { CallView } from '@earth/calls';
import { useEffect } from 'react';
import { isInShell, notePluginError } from '../../../platform/native/shell';

/** Nobody's picture is shown or sent, nor a snapshot: the phone may be at an ear. */
export function isVoiceOnly(view: CallView): boolean {
  if (view.phase !== 'inCall' || view.selectedPicId !== null) return false;
  const { videoOn, cameraProblem, isScreen, isAudioOnly } = view.local;
  const isSeen = isScreen || (videoOn && cameraProblem === null && !isAudioOnly);
  return !isSeen && (isAudioOnly || view.people.every(({ hasVideo }) => !hasVideo));
}

/** Loaded in a shell only. */
const set = (isOn: boolean) =>
  void import('../../../platform/native/proximity').then(
    ({ setProximity }) => setProximity(isOn).catch(notePluginError),
    () => undefined,
  );

/** While `isOn`, the screen is off at an ear, in the mobile shell. */
export function useProximity(isOn: boolean) {
  useEffect(() => {
    if (!isOn || !isInShell()) return undefined;
    set(true);
    return () => set(false);
  }, [isOn]);
}

/** The store of the camera, microphone and loudspeaker that the user has chosen for calls. */
import { useSyncExternalStore } from 'react';
import { type DeviceKind, readChosen, writeChosen } from '../../../platform';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param id null leaves the choice to the browser */
export function choose(kind: DeviceKind, id: string | null) {
  writeChosen(kind, id);
  for (const listener of listeners) listener();
}

/** The id of the chosen device, even if it is not connected. */
export const useChosen = (kind: DeviceKind) => useSyncExternalStore(subscribe, () => readChosen(kind));

/** Which camera, microphone and speaker the person has chosen for calls, as everything that shows or uses it sees it. */
import { useSyncExternalStore } from 'react';
import { type DeviceKind, readChosen, writeChosen } from '../../../platform';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `id`: null leaves it to the browser. */
export function choose(kind: DeviceKind, id: string | null) {
  writeChosen(kind, id);
  for (const listener of listeners) listener();
}

/** The id of the chosen device, whether it is there or not. */
export const useChosen = (kind: DeviceKind) => useSyncExternalStore(subscribe, () => readChosen(kind));

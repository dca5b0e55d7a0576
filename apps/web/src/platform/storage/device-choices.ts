/** What the user has allowed on this device; nothing until they do. Not part of the session: a sign-out changes nothing. */
import { useSyncExternalStore } from 'react';

/** `nearby`: finding beacons. `analytics`: events to the analytics service of the brand, beside the server's own counts. */
const KEYS = { nearby: 'nearbyWanted', analytics: 'analyticsAllowed' } as const;
type Choice = keyof typeof KEYS;

const listeners = new Set<() => void>();

export const isChosen = (choice: Choice): boolean => localStorage.getItem(KEYS[choice]) === 'true';

/** @throws if the browser's storage is full */
export function choose(choice: Choice, isOn: boolean): void {
  if (isOn) localStorage.setItem(KEYS[choice], 'true');
  else localStorage.removeItem(KEYS[choice]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useIsChosen = (choice: Choice): boolean => useSyncExternalStore(subscribe, () => isChosen(choice));

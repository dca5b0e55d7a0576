/** What the user has allowed on this device; nothing until they do. It ends with their session; visitors have none, and keep it. */
import { useSyncExternalStore } from 'react';

/** Finding beacons; events to the analytics service of the brand, beside the server's own counts. */
type Choice = 'nearbyWanted' | 'analyticsAllowed';

const listeners = new Set<() => void>();

export const isChosen = (choice: Choice): boolean => localStorage.getItem(choice) !== null;

/** @throws if the browser's storage is full */
export function choose(choice: Choice, isOn: boolean): void {
  if (isOn) localStorage.setItem(choice, '1');
  else localStorage.removeItem(choice);
  for (const listener of listeners) listener();
}

/** Calls the listener after each choice. @returns a function that ends it */
export function onChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useIsChosen = (choice: Choice): boolean => useSyncExternalStore(onChoice, () => isChosen(choice));

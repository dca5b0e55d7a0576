/** Whether single-key shortcuts without Ctrl are on in a call (WCAG 2.1.4): users of speech input may want them off. */
import { useSyncExternalStore } from 'react';

const STORED = 'singleKeys';
const listeners = new Set<() => void>();

export const areSingleKeyShortcutsOn = (): boolean => localStorage.getItem(STORED) !== 'off';

export function setSingleKeyShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSingleKeyShortcuts = (): boolean => useSyncExternalStore(subscribe, areSingleKeyShortcutsOn);

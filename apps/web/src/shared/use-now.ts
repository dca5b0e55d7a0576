import { useSyncExternalStore } from 'react';

/** Texts such as «12 min ago» need no finer clock. */
const TICK_MS = 30_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function listen(listener: () => void) {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(() => {
      now = new Date();
      for (const tell of listeners) tell();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The current time, from one shared timer. */
export const useNow = (): Date => useSyncExternalStore(listen, () => now);

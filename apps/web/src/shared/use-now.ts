import { useSyncExternalStore } from 'react';

/** Texts such as «12 min ago» need no finer clock. */
const TICK_MS = 30_000;

/** A clock that ticks while it has listeners, from one timer. */
function createClock() {
  const listeners = new Set<() => void>();
  let now = new Date();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = new Date();
    for (const listener of listeners) listener();
  };
  return {
    getNow: () => now,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        now = new Date();
        timer = setInterval(tick, TICK_MS);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const clock = createClock();

/** The current time, from one shared timer. */
export const useNow = (): Date => useSyncExternalStore(clock.subscribe, clock.getNow);

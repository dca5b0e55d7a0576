/** The first poll after a call was entered, or somebody has joined it: the first picture has priority. */
import type { Clock } from '@earth/async';

/** Delay once somebody is connected. */
export const SETTLE_MS = 1_000;
/** Until then: a slow phone needs as long for the first connection. */
export const SETTLE_AT_MOST_MS = 4_000;

export interface FirstPoll {
  schedule(): void;
  /** Somebody is connected. */
  handleReachable(): void;
  stop(): void;
}

export function createFirstPoll(clock: Clock, poll: () => void): FirstPoll {
  let timer: unknown = null;
  const stop = () => {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  };
  const pollAfter = (ms: number) => {
    stop();
    timer = clock.setTimeout(() => {
      timer = null;
      poll();
    }, ms);
  };
  return {
    schedule: () => pollAfter(SETTLE_AT_MOST_MS),
    handleReachable: () => timer !== null && pollAfter(SETTLE_MS),
    stop,
  };
}

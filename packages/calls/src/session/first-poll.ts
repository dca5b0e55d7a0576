/** The first poll after a call was entered, or somebody has joined it: the first picture has priority. */
import type { Clock } from '@earth/async';

/** Delay once somebody is connected. */
export const SETTLE_MS = 1_000;
/** Until then: a slow phone needs as long for the first connection. */
export const SETTLE_AT_MOST_MS = 4_000;

export interface FirstPoll {
  /** Also called while a poll is due: that stays as it is, or somebody who joins again and again would put it off for ever. */
  schedule(): void;
  /** Somebody is connected. */
  handleReachable(): void;
  stop(): void;
}

export function createFirstPoll(clock: Clock, poll: () => void): FirstPoll {
  let timer: unknown = null;
  let dueAt = 0;
  const stop = () => {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  };
  const pollAfter = (ms: number) => {
    stop();
    dueAt = clock.now() + ms;
    timer = clock.setTimeout(() => {
      timer = null;
      poll();
    }, ms);
  };
  return {
    schedule: () => timer === null && pollAfter(SETTLE_AT_MOST_MS),
    handleReachable: () => timer !== null && dueAt > clock.now() + SETTLE_MS && pollAfter(SETTLE_MS),
    stop,
  };
}

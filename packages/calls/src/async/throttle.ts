/**
 * At once, and again after `ms` where it was wanted meanwhile, however often: the last run has begun after the last wish.
 */
import type { Clock } from '../ports';

export interface Throttle {
  (): void;
  /** It does not run any more. */
  stop(): void;
}

export function createThrottle(clock: Clock, ms: number, run: () => void): Throttle {
  let pause: unknown = null;
  let isWanted = false;
  let isStopped = false;

  function runNow() {
    isWanted = false;
    pause = clock.setTimeout(() => {
      pause = null;
      if (isWanted) runNow();
    }, ms);
    run();
  }

  const ask = () => {
    if (isStopped) return;
    if (pause === null) runNow();
    else isWanted = true;
  };
  return Object.assign(ask, {
    stop() {
      isStopped = true;
      clock.clearTimeout(pause);
    },
  });
}

/** Throttle with leading and trailing edge: runs at once, and once more after `ms` if it was called meanwhile. */
import type { Clock } from './clock';

export interface Throttle {
  (): void;
  /** Cancels the run that is due; later calls do nothing. */
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

  const call = () => {
    if (isStopped) return;
    if (pause === null) runNow();
    else isWanted = true;
  };
  return Object.assign(call, {
    stop() {
      isStopped = true;
      clock.clearTimeout(pause);
    },
  });
}

/** Looking for work: when somebody says that there is some, or when it is due. */
import type { Background } from './background';
import { setTimerFor } from './timer';

/** When a look has failed. */
const PAUSE_MS = 5_000;

export interface Poller {
  wake(): void;
  stop(): void;
}

/**
 * One look after the other, so that nothing is taken up twice.
 * @param look says when to look again, where nobody wakes it before
 */
export function createPoller(clock: { now(): Date }, background: Background, look: () => Promise<Date | null>): Poller {
  let isLooking = false;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    isWanted = true;
    if (!isLooking) background.run('The queue could not be looked through', lookAround);
  }

  function wakeAt(moment: Date): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimerFor(moment, clock, wake);
  }

  async function lookAround(): Promise<void> {
    isLooking = true;
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        const next = await look();
        if (next) wakeAt(next);
      }
    } catch (error) {
      wakeAt(new Date(clock.now().getTime() + PAUSE_MS));
      throw error;
    } finally {
      isLooking = false;
    }
  }

  return {
    wake,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Poller: looks for work when it is woken, when work is due, and every so often. */
import { AsyncResource } from 'node:async_hooks';
import type { Background } from './background';
import { setTimerFor } from './timer';

const RETRY_MS = 5_000;

export interface Poller {
  /** Wakes it, and from now on in every round. */
  start(): void;
  /** Polls now, or once more after the poll that is running. */
  wake(): void;
  stop(): void;
}

/**
 * Creates a poller that runs one poll at a time, so that no work is picked up twice. A failed poll is retried.
 * @param poll handles the work that is due, and returns when to poll again at the latest; null: only when woken
 * @param roundMs how often it looks for what another server has left, once it is started; null: never
 */
export function createPoller(
  clock: { now(): Date },
  background: Background,
  poll: () => Promise<Date | null>,
  roundMs: number | null = null,
): Poller {
  let isPolling = false;
  let isAwake = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let rounds: NodeJS.Timeout | undefined;

  // In the context in which the poller was made: a request that wakes it does not have its polls, and those after them, in its trace.
  const wake = AsyncResource.bind((): void => {
    isAwake = true;
    if (!isPolling) background.run('A queue could not be polled', pollWhileAwake);
  });

  function wakeAt(time: Date): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimerFor(time, clock, wake);
  }

  async function pollWhileAwake(): Promise<void> {
    isPolling = true;
    try {
      while (isAwake && !isStopped) {
        isAwake = false;
        const nextDue = await poll();
        if (nextDue) wakeAt(nextDue);
      }
    } catch (error) {
      wakeAt(new Date(clock.now().getTime() + RETRY_MS));
      throw error;
    } finally {
      isPolling = false;
    }
  }

  return {
    start() {
      if (roundMs !== null) rounds = setInterval(wake, roundMs);
      wake();
    },
    wake,
    stop() {
      isStopped = true;
      clearInterval(rounds);
      clearTimeout(timer);
    },
  };
}

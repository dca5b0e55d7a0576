/** Supervisor: restarts the embedded PostgreSQL when it ends by itself: killed by the system, or out of memory or disk. */
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 1_000;
/** Backoff: the pause before a start doubles after each failure. */
const FIRST_PAUSE_MS = 500;
const TRIES = 6;
/** After running for this long the backoff is reset. */
const STEADY_MS = 60_000;

/** The supervised process. */
export interface Supervised {
  isRunning(): Promise<boolean>;
  /** Resolves once it answers. */
  start(): Promise<void>;
}

export interface Supervision {
  readonly clock: { now(): Date };
  /** It has ended, and is started for the `attempt`th time in a row. @param error why the last start failed */
  readonly onEnded: (attempt: number, error: unknown) => void;
  /** It does not stay up: the supervision ends. */
  readonly onGivenUp: (error: unknown) => void;
  /** Waits so many ms, or until the signal is aborted. */
  readonly wait?: (ms: number, stopped: AbortSignal) => Promise<unknown>;
}

const waitUnlessStopped = (ms: number, signal: AbortSignal) =>
  delay(ms, undefined, { ref: false, signal }).catch(() => undefined);

/** @returns a function that ends the supervision, and resolves when no start is running any more */
export function supervise({
  clock,
  isRunning,
  start,
  onEnded,
  onGivenUp,
  wait = waitUnlessStopped,
}: Supervised & Supervision): () => Promise<void> {
  const stopping = new AbortController();
  let attempts = 0;
  let startedAt = clock.now().getTime();
  let failure: unknown;

  async function startAgain(): Promise<void> {
    if (clock.now().getTime() - startedAt >= STEADY_MS) attempts = 0;
    attempts += 1;
    onEnded(attempts, failure);
    if (attempts > 1) await wait(FIRST_PAUSE_MS * 2 ** (attempts - 2), stopping.signal);
    if (stopping.signal.aborted) return;
    failure = undefined;
    await start().catch((error: unknown) => {
      failure = error;
    });
    startedAt = clock.now().getTime();
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (failure === undefined) await wait(LOOK_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted || (failure === undefined && (await isRunning()))) continue;
      if (attempts >= TRIES && clock.now().getTime() - startedAt < STEADY_MS) return onGivenUp(failure);
      await startAgain();
    }
  }

  const watching = watch().catch(onGivenUp);
  return async () => {
    stopping.abort();
    await watching;
  };
}

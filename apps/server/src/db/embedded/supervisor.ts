/** Starts the embedded PostgreSQL again when it ends by itself: killed by the system, or out of memory or disk. */
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 1_000;
/** The pause before a start, twice as long after each that was for nothing. */
const FIRST_PAUSE_MS = 500;
const TRIES = 6;
/** One that ran for so long counts as mended: the next end is the first again. */
const STEADY_MS = 60_000;

/** What is looked after. */
export interface Supervised {
  isRunning(): Promise<boolean>;
  /** Resolves once it answers. */
  start(): Promise<void>;
}

export interface Supervision {
  readonly clock: { now(): Date };
  /** It has ended, and is started for the n-th time in a row. @param error why the last start failed */
  readonly onEnded: (attempt: number, error: unknown) => void;
  /** It does not stay up: nobody looks after it any more. */
  readonly onGivenUp: (error: unknown) => void;
  /** Waits so many ms, or until it is stopped. */
  readonly wait?: (ms: number, stopped: AbortSignal) => Promise<unknown>;
}

const waitUnlessStopped = (ms: number, signal: AbortSignal) =>
  delay(ms, undefined, { ref: false, signal }).catch(() => undefined);

/** @returns what ends the supervision, and resolves when no start is under way any more */
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

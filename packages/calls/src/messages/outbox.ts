/**
 * Jobs for the server, one after the other. Where it cannot be reached the first one waits, and the rest behind it, until
 * the net is back or a moment has gone by; what the server refuses is given up, and the next has its turn.
 */
import { failureOf, isAway } from '../api-failure';
import type { ApiFailure, Clock, Realtime, Unsubscribe } from '../ports';

/** How long a job waits before it is tried again, where nothing says that the net is back. */
export const RETRY_EVERY_MS = 3_000;

export interface Job {
  /**
   * Rejects with an `ApiFailure`. May run more than once.
   * @param stopped aborted when nothing more is to be sent: looked at after whatever took its time
   */
  run(stopped: AbortSignal): Promise<void>;
  onWaiting(): void;
  onFailed(failure: ApiFailure): void;
}

export interface Outbox {
  /** Something is on its way, or waits for it. */
  readonly isBusy: boolean;
  add(job: Job): void;
  /** Nothing more is sent. */
  stop(): void;
}

/** @param onDone told when nothing is left to do */
export function createOutbox(
  { clock, realtime }: { readonly clock: Clock; readonly realtime: Pick<Realtime, 'onOpen'> },
  onDone: () => void = () => {},
): Outbox {
  const jobs: Job[] = [];
  let isRunning = false;
  let isWaiting = false;
  const stopping = new AbortController();
  let timer: unknown = null;

  async function work() {
    if (isRunning || stopping.signal.aborted) return;
    isRunning = true;
    isWaiting = false;
    if (timer !== null) clock.clearTimeout(timer);
    for (let job = jobs[0]; job && !isWaiting && !stopping.signal.aborted; job = jobs[0]) await attempt(job);
    isRunning = false;
    if (jobs.length === 0) onDone();
  }

  async function attempt(job: Job) {
    try {
      await job.run(stopping.signal);
      jobs.shift();
    } catch (error) {
      const failure = failureOf(error);
      if (isAway(failure)) return wait();
      jobs.shift();
      if (!stopping.signal.aborted) job.onFailed(failure);
    }
  }

  function wait() {
    if (stopping.signal.aborted) return;
    isWaiting = true;
    for (const job of jobs) job.onWaiting();
    timer = clock.setTimeout(() => void work(), RETRY_EVERY_MS);
  }

  const stopListening: Unsubscribe = realtime.onOpen(() => void work());

  return {
    get isBusy() {
      return jobs.length > 0;
    },
    add(job) {
      jobs.push(job);
      if (isWaiting) job.onWaiting();
      else void work();
    },
    stop() {
      stopping.abort();
      stopListening();
      if (timer !== null) clock.clearTimeout(timer);
    },
  };
}

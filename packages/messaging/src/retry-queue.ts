/**
 * Retry queue: runs jobs for the server one after another. While the server is unreachable, the first job is retried when the
 * realtime connection opens, and at an interval. A job that the server refuses has failed, and the next one runs.
 */
import { type ApiFailure, failureOf, isAway } from './api-failure';
import type { Clock } from '@earth/async';

/** Retry interval while the realtime connection does not report that the server is back. */
export const RETRY_EVERY_MS = 3_000;

export interface Job {
  /**
   * May run more than once. @throws ApiFailure
   * @param stopped aborted when nothing more may be sent: to be checked after anything that takes time
   */
  run(stopped: AbortSignal): Promise<void>;
  onWaiting(): void;
  onFailed(failure: ApiFailure): void;
}

export interface RetryQueue {
  add(job: Job): void;
  /** Starts no more jobs, and aborts the signal of the running one. */
  stop(): void;
}

export interface RetryQueuePorts {
  readonly clock: Clock;
  /** Called after each connection to the server. @returns a function that stops listening */
  readonly realtime: { onOpen(listener: () => void): () => void };
}

export function createRetryQueue({ clock, realtime }: RetryQueuePorts): RetryQueue {
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

  const stopListening = realtime.onOpen(() => void work());

  return {
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

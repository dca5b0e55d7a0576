import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';

/** Limits of one batch. */
const BATCH_SIZE_MAX = 1000;
const BATCH_WEIGHT_MAX = 1_000_000;
const PAUSE_MS_MAX = 20;
/** So many requests may wait without a pause before their batch. */
const FEW = 4;
/**
 * For `atOnce`, if batches do not depend on each other: a slow one then delays no request that comes meanwhile. More would not be faster,
 * because each takes a connection to the database.
 */
export const SOME_AT_ONCE = 3;

interface BatcherOptions<Request> {
  /** The weight of a request, of a million per batch; 0 by default. */
  readonly weigh?: (request: Request) => number;
  /** Whether an error may concern a single request of the batch: the batch is then split in halves, which are tried again. */
  readonly isOfOneRequest: (error: unknown) => boolean;
  /** How many batches may run at the same time; 1 by default. */
  readonly atOnce?: number;
  /** Waits for so many ms. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

interface PendingRequest<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batcher: collects the requests of one turn of the event loop, or of the time in which as many batches as may are running, and runs them as
 * one batch. So a request is always answered by a batch that starts after it. If many requests wait at the end of a batch, the next one starts
 * after a pause as long as the last batch took: many small batches would cost more than they save. A few requests cause no pause, which would
 * be most of their delay.
 * @param runBatch returns the results in the order of the requests
 */
export function createBatcher<Request, Result>(
  runBatch: (requests: readonly Request[]) => Promise<readonly Result[]>,
  { weigh = () => 0, isOfOneRequest, atOnce = 1, pause = sleep }: BatcherOptions<Request>,
): (request: Request) => Promise<Result> {
  const pending: PendingRequest<Request, Result>[] = [];
  let running = 0;

  /** The next batch: from the oldest request up to the limits. */
  function takeBatch(): readonly PendingRequest<Request, Result>[] {
    let weight = 0;
    const end = pending.findIndex(({ request }, index) => {
      weight += weigh(request);
      return index === BATCH_SIZE_MAX || (index > 0 && weight > BATCH_WEIGHT_MAX);
    });
    return pending.splice(0, end < 0 ? pending.length : end);
  }

  async function settle(batch: readonly PendingRequest<Request, Result>[]): Promise<void> {
    try {
      const results = await runBatch(batch.map(({ request }) => request));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || !isOfOneRequest(error)) for (const { reject } of batch) reject(error);
      else {
        const half = Math.ceil(batch.length / 2);
        await settle(batch.slice(0, half));
        await settle(batch.slice(half));
      }
    }
  }

  async function run(): Promise<void> {
    running += 1;
    while (pending.length > 0) {
      await endOfTurn();
      // Another batch may have taken the requests.
      if (pending.length === 0) break;
      const startedAt = performance.now();
      await settle(takeBatch());
      if (pending.length > FEW) await pause(Math.min(performance.now() - startedAt, PAUSE_MS_MAX));
    }
    running -= 1;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      pending.push({ request, resolve, reject });
      // If many wait, one batch for all of them costs less.
      if (running === 0 || (running < atOnce && pending.length <= FEW)) void run();
    });
}

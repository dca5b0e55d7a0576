/** A queue in the database that several servers empty together. */
interface DueQueue<Due> {
  readonly clock: { now(): Date };
  /** Concurrency limit. */
  readonly atOnce: number;
  /** Lease of a claim: afterwards another server may handle what a dead one had claimed. */
  readonly claimMs: number;
  /** Claims at most so many that are due at `now`, until `until`. */
  claim(now: Date, until: Date, atMost: number): Promise<readonly Due[]>;
  handle(due: Due): Promise<void>;
}

/** Handles what is due, a batch after the other, until nothing is left or it is stopped. */
export async function handleDue<Due>(queue: DueQueue<Due>, stopped: AbortSignal): Promise<void> {
  const { clock, atOnce, claimMs } = queue;
  for (let isMore = true; isMore && !stopped.aborted; ) {
    const now = clock.now();
    const due = await queue.claim(now, new Date(now.getTime() + claimMs), atOnce);
    await Promise.all(due.map((one) => queue.handle(one)));
    isMore = due.length === atOnce;
  }
}

/** Sends notices at their moment: queues a push for each browser that asked for them, and tries each until it is accepted or given up. */
import { createBackground } from '../../../async/background';
import { handleDue } from '../../../async/handle-due';
import { createPoller } from '../../../async/poller';
import type { Context } from '../../../context';
import { send } from './delivery';
import * as store from './store';

/** Concurrency limit. */
const CONCURRENCY = 32;
/** Lease of a claim, longer than an attempt takes: afterwards another server may send what a dead one was sending. */
const CLAIM_MS = 30_000;
/** Poll interval for what another server planned, or claimed and did not send because it stopped or died. */
const POLL_MS = 15_000;
/** Longer than the day for whose limit deleted notices count. */
const DELETED_KEPT_MS = 48 * 3600_000;

export interface NoticeSender {
  start(): void;
  wake(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Stops; what was being sent stays in the queue. */
  stop(): Promise<void>;
}

export function createNoticeSender(context: Context): NoticeSender {
  const { clock, db, log } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const poller = createPoller(clock, background, poll, POLL_MS);

  const queue = {
    clock,
    atOnce: CONCURRENCY,
    claimMs: CLAIM_MS,
    claim: (now: Date, until: Date, atMost: number) => store.claimDue(db, now, until, atMost),
    handle: (due: store.Due) => send(context, due, stopping.signal),
  };

  async function poll(): Promise<Date | null> {
    const begun = clock.now();
    await store.deleteHidden(db, new Date(begun.getTime() - DELETED_KEPT_MS));
    for (let isMore = true; isMore; ) isMore = await db.transaction((transaction) => store.begin(transaction, begun));
    await handleDue(queue, stopping.signal);
    return await store.findNextDue(db);
  }

  return {
    start: poller.start,
    wake: poller.wake,
    idle: () => background.idle(),
    async stop() {
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}

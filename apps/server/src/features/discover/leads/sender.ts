/** Sends leads to their address: at once, and with backoff until they are accepted. */
import { LEAD_KEPT_YEARS } from '@earth/contracts';
import { createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { handleDue } from '../../../async/handle-due';
import { createPoller } from '../../../async/poller';
import type { LeadAddress } from '../../../adapters/leads/lead-address';
import * as store from './store';

/** Concurrency limit. */
const CONCURRENCY = 4;
/** Timeout of one attempt; the lead is sent again later. */
const TIMEOUT_MS = 10_000;
/** Lease of a claim, longer than an attempt takes: afterwards another server may send what a dead one was sending. */
const CLAIM_MS = 30_000;
/** Cap of the backoff: 1, 2, 4, … seconds. */
const BACKOFF_MAX_MS = 10 * 60_000;
/** Poll interval for leads that another server claimed and did not send because it stopped or died. */
const POLL_MS = 15_000;

export interface LeadSender {
  /** Starts to send leads, including those left from before. */
  start(): void;
  /** Polls for due leads. */
  wake(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Stops; what was being sent stays in the queue. */
  stop(): Promise<void>;
}

export function createLeadSender(context: Context): LeadSender {
  const { clock, db, leadAddress, log, settings } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const poller = createPoller(clock, background, poll, settings.redisUrl === undefined ? null : POLL_MS);

  async function poll(): Promise<Date | null> {
    const longAgo = clock.now();
    longAgo.setFullYear(longAgo.getFullYear() - LEAD_KEPT_YEARS);
    await store.deleteBefore(db, longAgo);
    if (!leadAddress) return null;
    await handleDue(
      {
        clock,
        atOnce: CONCURRENCY,
        claimMs: CLAIM_MS,
        claim: (now, until, atMost) => store.claimDue(db, now, until, atMost),
        handle: (due: store.Due) => send(leadAddress, due),
      },
      stopping.signal,
    );
    return await store.findNextDue(db);
  }

  async function send(address: LeadAddress, { id, payload, tries }: store.Due): Promise<void> {
    const why = await sendOrExplain(address, id, JSON.stringify(payload));
    const now = clock.now();
    if (why === null) return await store.markSent(db, id, now);
    // The next server that starts sends it at once.
    const pause = stopping.signal.aborted ? 0 : Math.min(1000 * 2 ** (tries - 1), BACKOFF_MAX_MS);
    await store.postpone(db, id, new Date(now.getTime() + pause));
  }

  /** Why the lead was not accepted; null if it was. Only the id of a lead is logged. */
  async function sendOrExplain(address: LeadAddress, id: string, text: string): Promise<string | null> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const why = await address.send(id, text, signal);
      if (why !== null) log.warn({ id, why }, 'The lead address did not accept a lead');
      return why;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ id, err: error }, 'The lead address does not answer');
      return 'no answer';
    }
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

/** Sends leads to their address: at once, and again after a while until it has taken them. */
import { LEAD_KEPT_YEARS } from '@earth/contracts';
import { createBackground } from '../../../async/background';
import type { Context } from '../../../context';
import { createPoller } from '../../../async/poller';
import type { LeadAddress } from '../../../adapters/leads/lead-address';
import * as store from './store';

/** So many at a time. */
const AT_ONCE = 4;
/** An address that does not answer for so long is asked again later. */
const PATIENCE_MS = 10_000;
/** Longer than a try takes: what a server that died was sending is another's to send then. */
const CLAIM_MS = 30_000;
/** It is tried again after 1, 2, 4, … seconds, but no less often than this. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** What another server took and did not send, because it stopped or died, is looked for so often. */
const ROUND_MS = 15_000;

export interface LeadSender {
  /** From now on leads are sent, and those that were left over. */
  start(): void;
  /** Looks for what is due. */
  wake(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** What is under way stays in the queue. */
  stop(): Promise<void>;
}

export function createLeadSender(context: Context): LeadSender {
  const { clock, db, leadAddress, log, settings } = context;
  const background = createBackground(log);
  const stopping = new AbortController();
  const poller = createPoller(clock, background, look);
  let rounds: NodeJS.Timeout | undefined;

  async function look(): Promise<Date | null> {
    const longAgo = clock.now();
    longAgo.setFullYear(longAgo.getFullYear() - LEAD_KEPT_YEARS);
    await store.deleteBefore(db, longAgo);
    if (!leadAddress) return null;
    for (let isMore = true; isMore && !stopping.signal.aborted; ) {
      const now = clock.now();
      const due = await store.claimDue(db, now, new Date(now.getTime() + CLAIM_MS), AT_ONCE);
      await Promise.all(due.map((one) => send(leadAddress, one)));
      isMore = due.length === AT_ONCE;
    }
    return await store.findNextDue(db);
  }

  async function send(address: LeadAddress, { id, payload, tries }: store.Due): Promise<void> {
    const why = await whyNot(address, id, JSON.stringify(payload));
    const now = clock.now();
    if (why === null) return await store.markSent(db, id, now);
    // Whoever starts next sends it at once.
    const pause = stopping.signal.aborted ? 0 : Math.min(1000 * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    await store.postpone(db, id, new Date(now.getTime() + pause));
  }

  /** Null: it was taken. Of a lead nothing is logged but its id. */
  async function whyNot(address: LeadAddress, id: string, text: string): Promise<string | null> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const why = await address.send(id, text, signal);
      if (why !== null) log.warn({ id, why }, 'The lead address did not take a lead');
      return why;
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ id, err: error }, 'The lead address does not answer');
      return 'no answer';
    }
  }

  return {
    start() {
      if (settings.redisUrl !== undefined) rounds = setInterval(poller.wake, ROUND_MS);
      poller.wake();
    },
    wake: poller.wake,
    idle: () => background.idle(),
    async stop() {
      clearInterval(rounds);
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}

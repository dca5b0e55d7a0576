/** Finds out what came of charges whose answer was lost, because the server ended or the provider did not answer. */
import { createBackground } from '../../../async/background';
import { createPoller } from '../../../async/poller';
import type { Context } from '../../../context';
import { askProvider, settle } from './service';
import * as store from './store';

const ROUND_MS = 60_000;
/** `service.ts` charges no purchase as old as that: a charge that the provider does not know by then was never made. */
const GIVEN_UP_MS = 3600_000;
const ANSWER_MS = 10_000;

export interface Settler {
  /** Asks now, and every minute. */
  start(): void;
  /** Does not wait for an answer of the provider. */
  stop(): Promise<void>;
}

export function createSettler(context: Context): Settler {
  const { clock, db, log, payments } = context;
  const background = createBackground(log);
  const stopping = new AbortController();

  async function poll(): Promise<null> {
    if (!payments) return null;
    for (const { id, createdAt } of await store.findPending(db)) {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]);
      const outcome = await askProvider(context, id, signal, () => payments.find(id));
      if (stopping.signal.aborted) return null;
      if (outcome) await settle(context, id, outcome);
      else if (outcome === null && clock.now().getTime() - createdAt.getTime() > GIVEN_UP_MS)
        await store.endPurchase(db, id, { state: 'failed', reference: null, settledAt: clock.now() });
    }
    return null;
  }

  const poller = createPoller(clock, background, poll, ROUND_MS);
  return {
    start: () => {
      if (payments) poller.start();
    },
    async stop() {
      poller.stop();
      stopping.abort();
      await background.idle();
    },
  };
}

/** Finds out what came of charges whose answer was lost, because the server ended or the provider did not answer. */
import { createBackground } from '../../../async/background';
import { createPoller } from '../../../async/poller';
import type { Context } from '../../../context';
import { askProvider, settle } from './service';
import * as store from './store';

const ROUND_MS = 60_000;
/** No request to a provider is under way for that long: a charge that it does not know by then was never made. */
const GIVEN_UP_MS = 3600_000;

export interface Settler {
  /** Asks now, and every minute. */
  start(): void;
  stop(): Promise<void>;
}

export function createSettler(context: Context): Settler {
  const { clock, db, log, payments } = context;
  const background = createBackground(log);

  async function poll(): Promise<null> {
    if (!payments) return null;
    for (const { id, createdAt } of await store.findPending(db)) {
      const outcome = await askProvider(context, id, () => payments.find(id));
      if (outcome) await settle(context, id, outcome);
      else if (outcome === null && clock.now().getTime() - createdAt.getTime() > GIVEN_UP_MS)
        await store.endPending(db, id, { state: 'failed', reference: null, settledAt: clock.now() });
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
      await background.idle();
    },
  };
}

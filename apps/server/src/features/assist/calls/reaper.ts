/** Looks after calls that nobody acts on: rings that nobody answers, people whose devices are gone, guests whose time is over. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import type { Context } from '../../../context';
import type { CallCoordinator } from './coordinator';
import { endRings, vanish } from './transitions';
import { sweepGuests } from './guests/ends';
import * as store from './store';

/** How often it looks. */
const ROUND_MS = 15_000;

export interface CallReaper {
  /** From now on rings end, and devices that sign out or fall silent leave their calls; rings of before go on. */
  start(): Promise<void>;
  /** Ends rings whose time is over, and takes people out whose devices have been silent for too long. */
  round(): Promise<void>;
  /** Resolves when what was under way is done. */
  stop(): Promise<void>;
}

export function createCallReaper(context: Context, coordinator: CallCoordinator): CallReaper {
  const { bus, clock, db, presence } = context;
  let rounds: NodeJS.Timeout | undefined;
  let stopListening = () => {};

  async function round(): Promise<void> {
    const now = clock.now();
    for (const { id, ringsUntil } of await store.findRings(db))
      if (ringsUntil <= now) await coordinator.take(id, (state) => endRings(state, now));
      // One that another server began: that may stop before it ends.
      else coordinator.rings.start(id, ringsUntil);
    const since = new Date(now.getTime() - PRESENCE_TIMEOUT_MS);
    for (const { callId, seenAt, ...device } of await store.findPeopleInCalls(db, since))
      if (!presence.isThere(device.contactId, device.deviceId))
        await coordinator.take(callId, (state) => vanish(state, device, seenAt));
    await sweepGuests(context);
  }

  return {
    async start() {
      for (const { id, ringsUntil } of await store.findRings(db)) coordinator.rings.start(id, ringsUntil);
      rounds = setInterval(() => coordinator.background.run('Calls could not be looked after', round), ROUND_MS);
      stopListening = bus.subscribe('deviceGone', (device) =>
        coordinator.background.run('A device could not leave its calls', () => coordinator.leaveAll(device)),
      );
    },
    round,
    async stop() {
      clearInterval(rounds);
      stopListening();
      coordinator.rings.stopAll();
      await coordinator.background.idle();
    },
  };
}

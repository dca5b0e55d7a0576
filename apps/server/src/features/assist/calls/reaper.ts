/** Reaper: ends rings that nobody answers, removes people whose devices are gone, and ends guests whose time is over. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import type { Context } from '../../../context';
import type { CallCoordinator } from './coordinator';
import { endRings, vanish } from './transitions';
import { sweepGuests } from './guests/ends';
import * as store from './store';

const ROUND_MS = 15_000;

export interface CallReaper {
  /** Starts the timers of running rings and the rounds, and takes devices that sign out or fall silent out of their calls. */
  start(): Promise<void>;
  /** Ends the rings whose time is over, and takes people out of calls whose devices have been silent for too long. */
  round(): Promise<void>;
  /** Resolves when no work is running any more. */
  stop(): Promise<void>;
}

export function createCallReaper(context: Context, coordinator: CallCoordinator): CallReaper {
  const { bus, clock, db, presence } = context;
  let rounds: NodeJS.Timeout | undefined;
  let stopListening = () => {};

  async function round(): Promise<void> {
    const now = clock.now();
    for (const { id, ringsUntil } of await store.findRings(db))
      if (ringsUntil <= now) await coordinator.apply(id, (state) => endRings(state, now));
      // A ring that another server started: that server may stop before it ends.
      else coordinator.rings.start(id, ringsUntil);
    const since = new Date(now.getTime() - PRESENCE_TIMEOUT_MS);
    for (const { callId, seenAt, ...device } of await store.findPeopleInCalls(db, since))
      if (!presence.isOnline(device.contactId, device.deviceId))
        await coordinator.apply(callId, (state) => vanish(state, device, seenAt));
    await sweepGuests(context);
  }

  return {
    async start() {
      for (const { id, ringsUntil } of await store.findRings(db)) coordinator.rings.start(id, ringsUntil);
      rounds = setInterval(() => coordinator.background.run('The call reaper failed', round), ROUND_MS);
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

/** Each server checks itself from time to time, and stores what it found for whichever server is asked. */
import { HEALTH_EVERY_MS } from '@earth/contracts';
import { createBackground } from '../../../async/background';
import { createPoller } from '../../../async/poller';
import { serverVersion } from '../../../config/places';
import type { Context } from '../../../context';
import { checkServer } from './own-checks';
import * as store from './store';

export interface HealthReporter {
  start(): void;
  /** Checks now. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

export function createHealthReporter(context: Context): HealthReporter {
  const { clock, db, log, nodeId } = context;
  const background = createBackground(log);
  const started = clock.now().toISOString();
  const poller = createPoller(clock, background, async () => {
    await check();
    return new Date(clock.now().getTime() + HEALTH_EVERY_MS);
  });

  async function check(): Promise<void> {
    const checks = await checkServer(context);
    await store.saveHealth(db, nodeId, {
      version: serverVersion,
      node: process.versions.node,
      started,
      seen: clock.now().toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      checks,
    });
  }

  return {
    start: poller.start,
    check,
    async stop() {
      poller.stop();
      await background.idle();
    },
  };
}

import { expect, test } from 'vitest';
import type { PeerConnection } from '../../ports';
import { settled } from '../../testing/promises';
import { SAMPLE_EVERY_MS, watchLinkHealth } from './link-health';

/** Timers of a page in the background fire at whole seconds only. */
function throttledClock() {
  let now = 0;
  let due: (() => void)[] = [];
  return {
    now: () => now,
    setTimeout: (run: () => void) => due.push(run),
    clearTimeout: () => {},
    async passSecond() {
      now += 1_000;
      const fired = due;
      due = [];
      for (const run of fired) run();
      await settled();
    },
  };
}

test('a page in the background, whose timers take a second each, assesses its links once a second', async () => {
  const clock = throttledClock();
  let [assessed, extra] = [0, 0];
  const connection = { connectionState: 'connected', getStats: () => Promise.resolve(new Map()) };
  const watch = watchLinkHealth({
    connection: connection as unknown as PeerConnection,
    clock,
    probe: () => {},
    onSilent: () => {},
    onHeard: () => {},
    onChange: () => {},
    onSample: () => (assessed += 1),
    onExtraSample: () => (extra += 1),
    isSuspicious: () => true,
  });
  watch.start();
  for (let seconds = 0; seconds < 10; seconds += 1) await clock.passSecond();
  expect(assessed).toBe((10 * 1_000) / SAMPLE_EVERY_MS);
  expect(extra).toBe(0);
  watch.stop();
});

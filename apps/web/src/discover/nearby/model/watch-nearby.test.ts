import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NativeRejection, type NativeShell, standInShell } from '../../../testing/shell';
import { createOffers, watchNearby } from './watch-nearby';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const trigger = { sid: 7, title: 'Hall', beacon: { uuid, major: 1, minor: 1, range: null } };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const starts = (shell: NativeShell) => shell.calls.filter((call) => call === 'Beacons.start').length;
const watch = (onNear = vi.fn()) =>
  watchNearby([trigger], { offers: createOffers(), onNear, onNeedsClick: vi.fn(), isBusy: () => false, now: Date.now });

test('a scan that does not start, or ends by itself, is tried again every minute until it is stopped', async () => {
  let isOff = true;
  const shell = standInShell({
    Beacons: {
      start() {
        if (isOff) throw new NativeRejection('Bluetooth is off', 'UNAVAILABLE');
      },
      stop: () => undefined,
    },
  });
  const stop = watch();
  await pass(59_000);
  expect(starts(shell)).toBe(1);
  isOff = false;
  await pass(1000);
  expect(starts(shell)).toBe(2);
  await pass(600_000);
  expect(starts(shell)).toBe(2);
  // On iOS each UUID fails.
  for (const _ of [1, 2]) shell.emit('Beacons', 'failed', { message: 'Bluetooth is off' });
  await pass(60_000);
  expect([starts(shell), shell.listeners('Beacons', 'seen')]).toEqual([3, 1]);
  shell.emit('Beacons', 'failed', { message: 'Bluetooth is off' });
  stop();
  await pass(600_000);
  expect([starts(shell), shell.listeners('Beacons', 'seen')]).toEqual([3, 0]);
});

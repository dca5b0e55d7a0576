import { afterEach, expect, test, vi } from 'vitest';
import { NativeRejection, silent, standInShell } from '../../testing/shell';
import { canFindBeacons, scanBeacons, tryScan } from './beacons';
import type { SeenBeacon } from './plugins';

const uuid = 'f7826da6-4fa2-4e98-0024-8c5b71e0893e';
const seen: SeenBeacon[] = [];
const failed: string[] = [];
const handler = {
  onSeen: (beacons: readonly SeenBeacon[]) => void seen.push(...beacons),
  onFailed: (error: Error) => void failed.push(error.message),
};

afterEach(() => {
  seen.length = 0;
  failed.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('D7.24: the shell scans for the UUIDs until it is stopped, and nothing else of the app is given to it', async () => {
  const shell = standInShell({ Beacons: { start: () => undefined, stop: () => undefined } });
  expect(canFindBeacons()).toBe(true);
  const stop = await scanBeacons(new Set([uuid]), handler);
  const beacon = { uuid, major: 3, minor: 4, distance: 1.5 };
  shell.emit('Beacons', 'seen', { beacons: [beacon] });
  shell.emit('Beacons', 'failed', { message: 'Bluetooth is off' });
  expect([seen, failed]).toEqual([[beacon], ['Bluetooth is off']]);
  expect(shell.optionsOf('Beacons', 'start')).toEqual([{ uuids: [uuid] }]);
  await stop();
  expect([shell.calls.at(-1), shell.listeners('Beacons', 'seen')]).toEqual(['Beacons.stop', 0]);
});

test('a scan that does not start leaves no listener', async () => {
  const shell = standInShell({
    Beacons: {
      start() {
        throw new NativeRejection('Bluetooth is off', 'UNAVAILABLE');
      },
    },
  });
  await expect(scanBeacons(new Set([uuid]), handler)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect([shell.listeners('Beacons', 'seen'), shell.listeners('Beacons', 'failed')]).toEqual([0, 0]);
});

test('a scan that was started by a silent plugin is stopped', async () => {
  vi.useFakeTimers();
  const shell = standInShell({ Beacons: { start: silent, stop: () => undefined } });
  const error = scanBeacons(new Set([uuid]), handler).catch((thrown: Error) => thrown.name);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await error).toBe('PluginSilentError');
  expect(shell.calls).toContain('Beacons.stop');
  expect(shell.listeners('Beacons', 'seen')).toBe(0);
});

test('a trial waits for what fails after the start, as on iOS if Bluetooth is off, and ends at the first beacon', async () => {
  vi.useFakeTimers();
  const shell = standInShell({ Beacons: { start: () => undefined, stop: () => undefined } });
  const trial = async () => {
    const ended = tryScan(new Set([uuid])).then(
      () => 'works',
      ({ message }: Error) => message,
    );
    await vi.advanceTimersByTimeAsync(1000);
    return ended;
  };
  const ends = () => shell.calls.filter((call) => call === 'Beacons.stop').length;
  const emitLater = (event: string, data: object) => setTimeout(() => shell.emit('Beacons', event, data), 500);
  emitLater('failed', { message: 'Bluetooth is off' });
  expect([await trial(), ends()]).toEqual(['Bluetooth is off', 1]);
  emitLater('seen', { beacons: [{ uuid, major: 3, minor: 4, distance: 1.5 }] });
  expect([await trial(), ends()]).toEqual(['works', 2]);
  const quiet = tryScan(new Set([uuid]));
  await vi.advanceTimersByTimeAsync(2000);
  expect(ends()).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  await quiet;
  expect([ends(), shell.listeners('Beacons', 'failed')]).toEqual([3, 0]);
});

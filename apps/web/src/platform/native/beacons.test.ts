import { afterEach, expect, test, vi } from 'vitest';
import { NativeRejection, standInShell } from '../../testing/shell';
import { canFindBeacons, scanBeacons } from './beacons';
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

function advertisement(hex: string, rssi: number, company = 0x4c) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const manufacturerData = new Map([[company, new DataView(bytes.buffer)]]);
  return Object.assign(new Event('advertisementreceived'), { rssi, manufacturerData });
}

test('D7.24: a browser with Web Bluetooth scanning finds the same beacons; others say that they cannot', async () => {
  expect(canFindBeacons()).toBe(false);
  await expect(scanBeacons(new Set([uuid]), handler)).rejects.toMatchObject({ name: 'PluginNotFoundError' });
  const end = vi.fn<() => void>();
  const bluetooth = Object.assign(new EventTarget(), { requestLEScan: async () => ({ stop: end }) });
  vi.stubGlobal('navigator', { bluetooth });
  expect(canFindBeacons()).toBe(true);
  const stop = await scanBeacons(new Set([uuid]), handler);
  const bytes = uuid.replaceAll('-', '');
  for (const event of [
    advertisement(`0215${bytes}0003ffffc5`, -79),
    advertisement(`0215${bytes}0003ffffc5`, -79, 0x4d),
    advertisement(`0215${'00'.repeat(16)}0003ffffc5`, -79),
    advertisement('1005031c0ac5b0', -50),
  ])
    bluetooth.dispatchEvent(event);
  expect(seen).toEqual([{ uuid, major: 3, minor: 65_535, distance: 10 }]);
  await stop();
  bluetooth.dispatchEvent(advertisement(`0215${bytes}0003ffffc5`, -79));
  expect([seen.length, end.mock.calls.length]).toEqual([1, 1]);
  vi.stubGlobal('navigator', {
    bluetooth: Object.assign(new EventTarget(), { requestLEScan: () => Promise.reject(new Error('needs a click')) }),
  });
  await expect(scanBeacons(new Set([uuid]), handler)).rejects.toMatchObject({
    name: 'PluginError',
    message: 'needs a click',
  });
});

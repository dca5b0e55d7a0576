import { afterEach, expect, test, vi } from 'vitest';
import { standInBluetooth } from '../../testing/bluetooth';
import { choose } from '../storage/device-choices';
import { canFindBeacons, scanBeacons, tryScan } from './beacons';
import { NEEDS_CLICK, REFUSED } from './beacons-in-browser';
import type { SeenBeacon } from './plugins';

const uuid = 'f7826da6-4fa2-4e98-0024-8c5b71e0893e';
const seen: SeenBeacon[] = [];
const scan = () =>
  scanBeacons(new Set([uuid]), { onSeen: (beacons) => void seen.push(...beacons), onFailed: () => undefined });

afterEach(() => {
  seen.length = 0;
  choose('nearbyWanted', false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('D7.24: a browser that can scan finds the beacons that the shell finds, and others are none', async () => {
  const bluetooth = standInBluetooth();
  expect(canFindBeacons()).toBe(true);
  const stop = await scan();
  bluetooth.receive(uuid, 3, 65_535);
  bluetooth.receive(uuid, 3, 65_535, { company: 0x4d });
  bluetooth.receive('00000000-4fa2-4e98-0024-8c5b71e0893e', 3, 65_535);
  bluetooth.receiveBytes([0x10, 5, 3, 0x1c]);
  bluetooth.receiveBytes([0x10, ...Array.from({ length: 22 }, () => 5)]);
  expect(seen).toEqual([{ uuid, major: 3, minor: 65_535, distance: 10 }]);
  await stop();
  bluetooth.receive(uuid, 3, 65_535);
  expect(seen).toHaveLength(1);
});

test('D7.24: other browsers find no beacons, and say so', async () => {
  expect(canFindBeacons()).toBe(false);
  await expect(scan()).rejects.toMatchObject({ name: 'PluginNotFoundError' });
});

test('a browser’s scan begins in a click, and serves the page until the user turns it off or the browser ends it', async () => {
  vi.useFakeTimers();
  const bluetooth = standInBluetooth();
  const trial = tryScan(new Set([uuid]));
  await vi.advanceTimersByTimeAsync(3000);
  await trial;
  choose('nearbyWanted', true);
  bluetooth.activation.isActive = false;
  const stop = await scan();
  bluetooth.receive(uuid, 1, 1);
  expect([seen.length, bluetooth.scans.length]).toEqual([1, 1]);
  await stop();
  // As Chromium does when the page is hidden.
  bluetooth.scans[0]?.stop();
  await expect(scan()).rejects.toMatchObject({ code: NEEDS_CLICK });
  bluetooth.activation.isActive = true;
  await (await scan())();
  expect(bluetooth.scans.map(({ active }) => active)).toEqual([false, true]);
  choose('nearbyWanted', false);
  expect(bluetooth.scans.map(({ active }) => active)).toEqual([false, false]);
});

test.each([
  ['SecurityError', NEEDS_CLICK],
  ['NotAllowedError', REFUSED],
  ['InvalidStateError', null],
])('a browser’s %s has the code %s', async (name, code) => {
  const bluetooth = standInBluetooth();
  bluetooth.next.error = name;
  await expect(scan()).rejects.toMatchObject({ name: 'PluginError', message: 'The browser’s words', code });
});

/**
 * Beacons (iBeacon) that are near: by the mobile shell's plugin, or by the Web Bluetooth Scanning API of a browser that has it. What is
 * received stays on the device.
 */
import { createMutex } from '@earth/async';
import { callPlugin, listenToPlugin } from './call-plugin';
import type { SeenBeacon } from './plugins';
import { hasPlugin, isInShell, PluginError, PluginNotFoundError } from './shell';

/** TypeScript's DOM types lack it, as do most browsers. */
interface Scanner extends EventTarget {
  requestLEScan(options: object): Promise<{ stop(): void }>;
}
interface Advertisement extends Event {
  readonly rssi?: number;
  readonly manufacturerData: ReadonlyMap<number, DataView>;
}

/** Apple's number in the manufacturer data of Bluetooth, and the first bytes of an iBeacon (Apple's «Proximity Beacon Specification»). */
const APPLE = 0x004c;
const PREFIX = 0x0215;
const LENGTH = 23;

function scannerOf(): Scanner | null {
  const { bluetooth } = navigator as { readonly bluetooth?: Partial<Scanner> & EventTarget };
  return bluetooth?.requestLEScan ? (bluetooth as Scanner) : null;
}

/** Whether this device has what finds beacons. Asks nobody. */
export const canFindBeacons = (): boolean => (isInShell() ? hasPlugin('Beacons') : scannerOf() !== null);

/** The distance as `IBeacon.java` estimates it. */
function readBeacon({ rssi, manufacturerData }: Advertisement): SeenBeacon | null {
  const data = manufacturerData.get(APPLE);
  if (!data || data.byteLength < LENGTH || data.getUint16(0) !== PREFIX || rssi === undefined) return null;
  const bytes = Array.from({ length: 16 }, (_, at) =>
    data
      .getUint8(2 + at)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  const uuid = bytes.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const distance = 10 ** ((data.getInt8(22) - rssi) / 20);
  return { uuid, major: data.getUint16(18), minor: data.getUint16(20), distance };
}

interface BeaconHandler {
  readonly onSeen: (beacons: readonly SeenBeacon[]) => void;
  /** It has ended by itself. */
  readonly onFailed: (error: PluginError) => void;
}

/** A browser asks the user by itself, and only in a click. @throws PluginError with the browser's reason */
async function scanInBrowser(uuids: ReadonlySet<string>, { onSeen }: BeaconHandler): Promise<() => Promise<void>> {
  const scanner = scannerOf();
  if (!scanner) throw new PluginNotFoundError('Beacons');
  const take = (event: Event) => {
    const beacon = readBeacon(event as Advertisement);
    if (beacon && uuids.has(beacon.uuid)) onSeen([beacon]);
  };
  const dataPrefix = new Uint8Array([PREFIX >> 8, PREFIX & 0xff]);
  const filters = [{ manufacturerData: [{ companyIdentifier: APPLE, dataPrefix }] }];
  try {
    const scan = await scanner.requestLEScan({ filters, keepRepeatedDevices: true });
    scanner.addEventListener('advertisementreceived', take);
    return async () => {
      scanner.removeEventListener('advertisementreceived', take);
      scan.stop();
    };
  } catch (error) {
    throw new PluginError('Beacons', error instanceof Error ? error.message : String(error));
  }
}

async function scanInShell(uuids: ReadonlySet<string>, handler: BeaconHandler): Promise<() => Promise<void>> {
  const stops = [
    listenToPlugin('Beacons', (plugin) => plugin.addListener('seen', ({ beacons }) => handler.onSeen(beacons))),
    listenToPlugin('Beacons', (plugin) =>
      plugin.addListener('failed', ({ message }) => handler.onFailed(new PluginError('Beacons', message))),
    ),
  ];
  const unlisten = () => Promise.all(stops.map((stop) => stop()));
  try {
    await callPlugin('Beacons', (plugin) => plugin.start({ uuids: [...uuids] }));
  } catch (error) {
    await unlisten();
    throw error;
  }
  return async () => {
    await unlisten();
    await callPlugin('Beacons', (plugin) => plugin.stop());
  };
}

/** Serialized: a stop must not come after the next start. */
const inTurn = createMutex();

/**
 * Looks for beacons with these UUIDs (in lower case). One caller at a time: the shell has one scan.
 * @throws PluginError; PluginNotFoundError in a browser that cannot scan
 * @returns a function that stops it; it throws the same
 */
export const scanBeacons = (uuids: ReadonlySet<string>, handler: BeaconHandler): Promise<() => Promise<void>> =>
  inTurn(async () => {
    const stop = await (isInShell() ? scanInShell(uuids, handler) : scanInBrowser(uuids, handler));
    return () => inTurn(stop);
  });

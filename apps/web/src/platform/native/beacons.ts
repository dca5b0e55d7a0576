/** Beacons (iBeacon) that are near, by the mobile shell's plugin or by the browser. What is received stays on the device. */
import { createMutex } from '@earth/async';
import { canScan, scanInBrowser } from './beacons-in-browser';
import { callPlugin, listenToPlugin } from './call-plugin';
import type { SeenBeacon } from './plugins';
import { hasPlugin, isInShell, PluginError } from './shell';

/** Whether this device has what finds beacons. Asks nobody. */
export const canFindBeacons = (): boolean => (isInShell() ? hasPlugin('Beacons') : canScan());

interface BeaconHandler {
  readonly onSeen: (beacons: readonly SeenBeacon[]) => void;
  /** It has ended by itself. Perhaps several times. */
  readonly onFailed: (error: PluginError) => void;
}

const stopScan = () => callPlugin('Beacons', (plugin) => plugin.stop());

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
    // A plugin that was silent may have started it all the same.
    void stopScan().catch(() => undefined);
    await unlisten();
    throw error;
  }
  return async () => {
    await unlisten();
    await stopScan();
  };
}

/** Serialized: a stop must not come after the next start. */
const inTurn = createMutex();

/**
 * Looks for beacons with these UUIDs (in lower case). One caller at a time: the shell has one scan.
 * @throws PluginError, in a browser with the codes of `beacons-in-browser.ts`
 * @returns a function that stops it; it throws the same
 */
export const scanBeacons = (uuids: ReadonlySet<string>, handler: BeaconHandler): Promise<() => Promise<void>> =>
  inTurn(async () => {
    const stop = await (isInShell() ? scanInShell(uuids, handler) : scanInBrowser(uuids, handler.onSeen));
    return () => inTurn(stop);
  });

/** iOS tells only after the start that Bluetooth is off. */
const TRIAL_MS = 2_500;

/**
 * Scans until a beacon is received, for 2.5 s at most.
 * @throws PluginError if the scan does not start, or ends by itself
 */
export async function tryScan(uuids: ReadonlySet<string>): Promise<void> {
  let decide: (error: PluginError | null) => void = () => undefined;
  const decided = new Promise<PluginError | null>((resolve) => {
    decide = resolve;
  });
  const stop = await scanBeacons(uuids, { onSeen: () => decide(null), onFailed: decide });
  const timer = setTimeout(() => decide(null), TRIAL_MS);
  const error = await decided;
  clearTimeout(timer);
  await stop();
  if (error) throw error;
}

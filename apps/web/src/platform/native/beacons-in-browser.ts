/**
 * Beacons (iBeacon) by the browser's Web Bluetooth Scanning (Web Bluetooth CG), which few browsers have. A scan begins only in a click, and
 * the browser ends it when the page is hidden. So the page keeps the one that it has, whoever listens to it, until the user turns it off.
 */
import { isChosen, onChoice } from '../storage/device-choices';
import type { SeenBeacon } from './plugins';
import { PluginError, PluginNotFoundError } from './shell';

/** Codes of the `PluginError`. */
export const NEEDS_CLICK = 'NEEDS_CLICK';
export const REFUSED = 'REFUSED';

interface Scan {
  readonly active: boolean;
  stop(): void;
}
/** TypeScript's DOM types lack it. */
interface Scanner extends EventTarget {
  requestLEScan(options: object): Promise<Scan>;
}
interface Advertisement extends Event {
  readonly rssi?: number;
  readonly manufacturerData: ReadonlyMap<number, DataView>;
}

/** Apple's number in the manufacturer data of Bluetooth, and the first bytes of an iBeacon (Apple's «Proximity Beacon Specification»). */
const APPLE = 0x004c;
const PREFIX = [0x02, 0x15];
const LENGTH = 23;

function findScanner(): Scanner | null {
  const { bluetooth } = navigator as { readonly bluetooth?: Partial<Scanner> & EventTarget };
  return bluetooth?.requestLEScan ? (bluetooth as Scanner) : null;
}

export const canScan = (): boolean => findScanner() !== null;

/** The distance as `IBeacon.java` estimates it. */
function readBeacon({ rssi, manufacturerData }: Advertisement): SeenBeacon | null {
  const data = manufacturerData.get(APPLE);
  if (!data || data.byteLength < LENGTH || rssi === undefined) return null;
  if (PREFIX.some((byte, at) => data.getUint8(at) !== byte)) return null;
  const hex = Array.from({ length: 16 }, (_, at) =>
    data
      .getUint8(2 + at)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const distance = 10 ** ((data.getInt8(22) - rssi) / 20);
  return { uuid, major: data.getUint16(18), minor: data.getUint16(20), distance };
}

/** The scan of this page. */
const page: { scan: Scan | null } = { scan: null };

onChoice(() => {
  if (isChosen('nearbyWanted')) return;
  page.scan?.stop();
  page.scan = null;
});

const CODES: Readonly<Record<string, string>> = { SecurityError: NEEDS_CLICK, NotAllowedError: REFUSED };

const toPluginError = (error: unknown): PluginError =>
  error instanceof DOMException
    ? new PluginError('Beacons', error.message, CODES[error.name] ?? null)
    : new PluginError('Beacons', String(error));

async function ensureScan(scanner: Scanner): Promise<void> {
  if (page.scan?.active) return;
  if (!navigator.userActivation.isActive) throw new PluginError('Beacons', 'Not in a click', NEEDS_CLICK);
  const filters = [{ manufacturerData: [{ companyIdentifier: APPLE, dataPrefix: new Uint8Array(PREFIX) }] }];
  try {
    page.scan = await scanner.requestLEScan({ filters, keepRepeatedDevices: true });
  } catch (error) {
    throw toPluginError(error);
  }
}

/**
 * Listens to the page's scan, which it begins if there is none.
 * @param uuids in lower case
 * @throws PluginNotFoundError in a browser that cannot scan
 * @throws PluginError with the browser's reason; `NEEDS_CLICK`: outside of a click; `REFUSED`: by the user, or by the device
 * @returns a function that ends the listening; the scan goes on
 */
export async function scanInBrowser(
  uuids: ReadonlySet<string>,
  onSeen: (beacons: readonly SeenBeacon[]) => void,
): Promise<() => Promise<void>> {
  const scanner = findScanner();
  if (!scanner) throw new PluginNotFoundError('Beacons');
  await ensureScan(scanner);
  const take = (event: Event) => {
    const beacon = readBeacon(event as Advertisement);
    if (beacon && uuids.has(beacon.uuid)) onSeen([beacon]);
  };
  scanner.addEventListener('advertisementreceived', take);
  return async () => scanner.removeEventListener('advertisementreceived', take);
}

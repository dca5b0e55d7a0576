/** A browser that has Web Bluetooth Scanning, with what it receives. */
import { vi } from 'vitest';

/** What an iBeacon sends, which has −59 dBm at 1 m. */
function advertise(uuid: string, major: number, minor: number, company: number, rssi: number) {
  const data = new DataView(new ArrayBuffer(23));
  data.setUint16(0, 0x0215);
  for (const [at, hex] of (uuid.replaceAll('-', '').match(/../g) ?? []).entries())
    data.setUint8(2 + at, Number.parseInt(hex, 16));
  data.setUint16(18, major);
  data.setUint16(20, minor);
  data.setInt8(22, -59);
  const manufacturerData = new Map([[company, data]]);
  return Object.assign(new Event('advertisementreceived'), { rssi, manufacturerData });
}

/** Puts it into the page, until `vi.unstubAllGlobals`. */
export function standInBluetooth() {
  const activation = { isActive: true };
  const scans: { active: boolean; stop(): void }[] = [];
  /** What the next scan throws: the name of a `DOMException`. */
  const next: { error: string | null } = { error: null };
  const bluetooth = Object.assign(new EventTarget(), {
    async requestLEScan() {
      if (next.error) throw new DOMException('The browser’s words', next.error);
      const scan = {
        active: true,
        stop() {
          scan.active = false;
        },
      };
      scans.push(scan);
      return scan;
    },
  });
  const fake = { bluetooth, userActivation: activation };
  const real = navigator;
  // Fields of the real one are getters, which need it as `this`.
  const get = (_: object, name: string | symbol): unknown =>
    name in fake ? Reflect.get(fake, name) : Reflect.get(real, name, real);
  vi.stubGlobal('navigator', new Proxy(real, { get }));
  return {
    activation,
    scans,
    next,
    /** By default at 10 m. */
    receive: (uuid: string, major: number, minor: number, { company = 0x4c, rssi = -79 } = {}) =>
      bluetooth.dispatchEvent(advertise(uuid, major, minor, company, rssi)),
    receiveBytes(bytes: number[]) {
      const manufacturerData = new Map([[0x4c, new DataView(Uint8Array.from(bytes).buffer)]]);
      bluetooth.dispatchEvent(Object.assign(new Event('advertisementreceived'), { rssi: -50, manufacturerData }));
    },
  };
}

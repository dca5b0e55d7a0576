import type { Facing } from '@earth/calls';
import type { DeviceKind } from '../../../platform';

export interface FoundDevice {
  readonly id: string;
  /** As the browser names it; empty before camera or microphone are allowed. */
  readonly label: string;
  /** Which way a camera looks, where the browser tells. */
  readonly facing: Facing | null;
}

export type DeviceList = Readonly<Record<DeviceKind, readonly FoundDevice[]>>;

export const noDevices: DeviceList = { camera: [], microphone: [], speaker: [] };

const browserKinds: Readonly<Record<DeviceKind, MediaDeviceKind>> = {
  camera: 'videoinput',
  microphone: 'audioinput',
  speaker: 'audiooutput',
};

/** Not devices: Chromium's names for whichever one the system takes, which is what one gets without a choice. */
const ALIASES = /^(default|communications)?$/;

function facingOf(device: MediaDeviceInfo): Facing | null {
  // Only cameras and microphones have capabilities, and not in every browser.
  const { facingMode = [] } = (device as Partial<InputDeviceInfo>).getCapabilities?.call(device) ?? {};
  if (facingMode.includes('environment')) return 'environment';
  return facingMode.includes('user') ? 'user' : null;
}

/** What can be chosen now. Before the person has allowed camera or microphone, browsers tell nothing. */
export async function listDevices(devices: Pick<MediaDevices, 'enumerateDevices'>): Promise<DeviceList> {
  const all = await devices.enumerateDevices();
  const of = (kind: DeviceKind) =>
    all
      .filter((device) => device.kind === browserKinds[kind] && !ALIASES.test(device.deviceId))
      .map((device) => ({ id: device.deviceId, label: device.label, facing: facingOf(device) }));
  return { camera: of('camera'), microphone: of('microphone'), speaker: of('speaker') };
}

/** A name for each, no two the same: where a camera looks is told by `words`, the rest has the browser's name. */
export function namesOf(
  found: readonly FoundDevice[],
  words: Readonly<Record<Facing | 'unnamed', string>>,
): readonly string[] {
  const names = found.map(({ facing, label }) => (facing ? words[facing] : label || words.unnamed));
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

import type { Facing } from '@earth/calls';
import type { DeviceKind } from '../../../platform';

export interface FoundDevice {
  readonly id: string;
  /** The browser's label; empty until camera or microphone are allowed. */
  readonly label: string;
  /** Which way a camera looks, if the browser says. */
  readonly facing: Facing | null;
}

export type DeviceList = Readonly<Record<DeviceKind, readonly FoundDevice[]>>;

export const noDevices: DeviceList = { camera: [], arCamera: [], microphone: [], speaker: [] };

const browserKinds: Readonly<Record<DeviceKind, MediaDeviceKind>> = {
  camera: 'videoinput',
  arCamera: 'videoinput',
  microphone: 'audioinput',
  speaker: 'audiooutput',
};

/** Chromium's entries for the system's default device. They are left out, because no choice means the default. */
const ALIASES = /^(default|communications)?$/;

function facingOf(device: MediaDeviceInfo): Facing | null {
  // Only cameras and microphones have capabilities, and not in every browser.
  const { facingMode = [] } = (device as Partial<InputDeviceInfo>).getCapabilities?.call(device) ?? {};
  if (facingMode.includes('environment')) return 'environment';
  return facingMode.includes('user') ? 'user' : null;
}

/** The devices that can be chosen. Browsers list none until the user has allowed camera or microphone. */
export async function listDevices(devices: Pick<MediaDevices, 'enumerateDevices'>): Promise<DeviceList> {
  const all = await devices.enumerateDevices();
  const of = (kind: DeviceKind) =>
    all
      .filter((device) => device.kind === browserKinds[kind] && !ALIASES.test(device.deviceId))
      .map((device) => ({ id: device.deviceId, label: device.label, facing: facingOf(device) }));
  return { camera: of('camera'), arCamera: of('arCamera'), microphone: of('microphone'), speaker: of('speaker') };
}

/** A unique name for each device: `words` for a camera's direction, otherwise the browser's label. */
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

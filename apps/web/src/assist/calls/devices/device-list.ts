import type { Facing } from '@earth/calls';
import type { DeviceKind } from '../../../platform';

export interface FoundDevice {
  readonly id: string;
  /** The browser's label; empty until camera or microphone are allowed. */
  readonly label: string;
  /** Which way a camera looks, if the browser says. */
  readonly facing: Facing | null;
  /** The system's default of its kind, if the browser says. */
  readonly isDefault?: boolean;
}

export type DeviceList = Readonly<Record<DeviceKind, readonly FoundDevice[]>>;

export const noDevices: DeviceList = { camera: [], arCamera: [], microphone: [], speaker: [] };

const browserKinds: Readonly<Record<DeviceKind, MediaDeviceKind>> = {
  camera: 'videoinput',
  arCamera: 'videoinput',
  microphone: 'audioinput',
  speaker: 'audiooutput',
};

/** Chromium's entries for the system's default device. They are not listed, because no choice means the default. */
const DEFAULT = 'default';
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
  const of = (kind: DeviceKind) => {
    const ofKind = all.filter((device) => device.kind === browserKinds[kind]);
    const alias = ofKind.find(({ deviceId }) => deviceId === DEFAULT);
    return ofKind
      .filter(({ deviceId }) => !ALIASES.test(deviceId))
      .map((device) => ({
        id: device.deviceId,
        label: device.label,
        facing: facingOf(device),
        // The label of the default is «Default – » and that of its device, in the language of the browser.
        ...(alias && device.label && alias.label.endsWith(device.label) && { isDefault: true }),
      }));
  };
  return { camera: of('camera'), arCamera: of('arCamera'), microphone: of('microphone'), speaker: of('speaker') };
}

/**
 * The device that is used without a choice.
 * @param opened id of the device that is open now, as its track says it; null: none is open
 */
export function inUseOf(found: readonly FoundDevice[], opened: string | null): FoundDevice | null {
  const isOpened = ({ id, isDefault }: FoundDevice) =>
    opened === null || opened === DEFAULT ? isDefault === true : id === opened;
  return found.find(isOpened) ?? null;
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

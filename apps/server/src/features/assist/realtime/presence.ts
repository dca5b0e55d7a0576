/** Presence: which devices of which contacts are online, as far as this server knows. They have a socket here, or have pinged recently. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import type { Presence } from '../../../host/presence';

interface Device {
  sockets: number;
  seenAt: number;
}

/** No device has this id. */
const FORMER_DEVICE = '';

interface Deps {
  readonly clock: { now(): Date };
  /** Called when a contact comes online or goes offline. */
  readonly onChange: (contactId: string) => void;
}

export function createPresence({ clock, onChange }: Deps): Presence {
  const contacts = new Map<string, Map<string, Device>>();
  const now = () => clock.now().getTime();
  let startedAt = now();
  const isSilent = (device: Device) => device.sockets === 0 && now() - device.seenAt >= PRESENCE_TIMEOUT_MS;

  function show(contactId: string, deviceId: string, sockets: number): void {
    const devices = contacts.get(contactId) ?? new Map<string, Device>();
    const device = devices.get(deviceId) ?? { sockets: 0, seenAt: 0 };
    device.sockets = Math.max(0, device.sockets + sockets);
    device.seenAt = now();
    const isNew = devices.size === 0;
    contacts.set(contactId, devices.set(deviceId, device));
    if (isNew) onChange(contactId);
  }

  function forget(contactId: string, deviceId: string): void {
    const devices = contacts.get(contactId);
    if (!devices?.delete(deviceId) || devices.size > 0) return;
    contacts.delete(contactId);
    onChange(contactId);
  }

  const hasSocket = (contactId: string, deviceId?: string) =>
    [...(contacts.get(contactId) ?? [])].some(
      ([id, device]) => device.sockets > 0 && (deviceId === undefined || deviceId === id),
    );

  return {
    hasSocket,
    isOnline(contactId, deviceId) {
      const device = contacts.get(contactId)?.get(deviceId);
      return device ? !isSilent(device) : now() - startedAt < PRESENCE_TIMEOUT_MS;
    },
    startOver() {
      startedAt = now();
    },
    opened: (contactId, deviceId) => show(contactId, deviceId, 1),
    closed(contactId, deviceId) {
      // The socket of a device that signed out closes after the device is forgotten.
      if (contacts.get(contactId)?.has(deviceId)) show(contactId, deviceId, -1);
    },
    seen: (contactId, deviceId) => show(contactId, deviceId, 0),
    restore(contactId, seenAt) {
      if (!contacts.has(contactId))
        contacts.set(contactId, new Map([[FORMER_DEVICE, { sockets: 0, seenAt: seenAt.getTime() }]]));
    },
    forget,
    sweep() {
      for (const [contactId, devices] of contacts)
        for (const [deviceId, device] of devices) if (isSilent(device)) forget(contactId, deviceId);
    },
    sockets: () =>
      [...contacts.values()].reduce(
        (sum, devices) => [...devices.values()].reduce((part, device) => part + device.sockets, sum),
        0,
      ),
    connected: () => [...contacts.keys()].filter((contactId) => hasSocket(contactId)),
  };
}

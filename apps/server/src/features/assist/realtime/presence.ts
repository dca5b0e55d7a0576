/** Which devices of which contacts are there, as far as this server knows: they have a socket here, or have pinged of late. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';

export interface Presence {
  /** Whether a device of the contact has a socket open here: the one that is named, or any. */
  hasSocket(contactId: string, deviceId?: string): boolean;
  /** Whether a device has a socket here or has shown itself of late. Just after the start, everybody gets the time to. */
  isThere(contactId: string, deviceId: string): boolean;
  /** What is known may be old: everybody gets the time again. */
  startOver(): void;
  opened(contactId: string, deviceId: string): void;
  closed(contactId: string, deviceId: string): void;
  /** A sign of life without a socket. */
  seen(contactId: string, deviceId: string): void;
  /** A contact that was there before the server started, on a device that is not known any more. */
  restore(contactId: string, seenAt: Date): void;
  /** The device signed out. */
  forget(contactId: string, deviceId: string): void;
  /** Lets those go that have been silent for too long. To be called now and then. */
  sweep(): void;
  /** The contacts that have a socket. */
  connected(): string[];
}

interface Device {
  sockets: number;
  seenAt: number;
}

/** No device has this id. */
const FORMER_DEVICE = '';

interface Needs {
  readonly clock: { now(): Date };
  /** A contact came, or is gone. */
  readonly onChange: (contactId: string) => void;
}

export function createPresence({ clock, onChange }: Needs): Presence {
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
    isThere(contactId, deviceId) {
      const device = contacts.get(contactId)?.get(deviceId);
      return device ? !isSilent(device) : now() - startedAt < PRESENCE_TIMEOUT_MS;
    },
    startOver() {
      startedAt = now();
    },
    opened: (contactId, deviceId) => show(contactId, deviceId, 1),
    closed(contactId, deviceId) {
      // The socket of a device that has signed out closes after it is forgotten.
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
    connected: () => [...contacts.keys()].filter((contactId) => hasSocket(contactId)),
  };
}

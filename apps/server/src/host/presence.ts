/** Port: which devices of which contacts are online, as far as this server knows. */

export interface Presence {
  /** Whether the given device of the contact, or any, has a socket open here. */
  hasSocket(contactId: string, deviceId?: string): boolean;
  /** Whether a device has a socket here or was seen recently. Just after the start every device gets time to connect. */
  isOnline(contactId: string, deviceId: string): boolean;
  /** Forgets how old the data is: every device gets time to connect again. */
  startOver(): void;
  opened(contactId: string, deviceId: string): void;
  closed(contactId: string, deviceId: string): void;
  /** A sign of life without a socket. */
  seen(contactId: string, deviceId: string): void;
  /** A contact that was online before the server started, on a device that is not known any more. */
  restore(contactId: string, seenAt: Date): void;
  /** The device signed out. */
  forget(contactId: string, deviceId: string): void;
  /** Removes devices that have been silent for too long. Called periodically. */
  sweep(): void;
  /** The number of open sockets. */
  sockets(): number;
  /** The contacts that have a socket. */
  connected(): string[];
}

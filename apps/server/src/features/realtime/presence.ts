/** Which contacts have a socket open. */
export interface Presence {
  hasSocket(contactId: string): boolean;
  /** @returns whether it is the contact's first */
  opened(contactId: string): boolean;
  /** @returns whether it was the contact's last */
  closed(contactId: string): boolean;
}

export function createPresence(): Presence {
  const sockets = new Map<string, number>();
  return {
    hasSocket: (contactId) => sockets.has(contactId),
    opened(contactId) {
      const count = (sockets.get(contactId) ?? 0) + 1;
      sockets.set(contactId, count);
      return count === 1;
    },
    closed(contactId) {
      const count = (sockets.get(contactId) ?? 0) - 1;
      if (count > 0) sockets.set(contactId, count);
      else sockets.delete(contactId);
      return count <= 0;
    },
  };
}

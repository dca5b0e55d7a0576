import type { CallPage, CallPages } from './call-pages';

type Page = CallPage & { readonly deviceId: string };

/** In-memory pages of calls, for a single server. They are lost at a restart: pages reconnect by themselves. */
export function createMemoryPages(): CallPages {
  const rooms = new Map<string, Map<string, Page>>();
  let entries = 0;
  const pageOf = ({ callId, contactId }: { readonly callId: string; readonly contactId: string }) =>
    rooms.get(callId)?.get(contactId);

  return {
    async enter({ callId, contactId, deviceId }, session) {
      entries += 1;
      const room = rooms.get(callId) ?? new Map<string, Page>();
      rooms.set(callId, room);
      // The last to join is the last in order.
      room.delete(contactId);
      room.set(contactId, { contactId, deviceId, session, entry: entries, isConnected: true });
      return [...room.values()];
    },
    list: async (callId) => [...(rooms.get(callId)?.values() ?? [])],
    async leave(place, session) {
      const page = pageOf(place);
      if (!page || (session !== undefined && page.session !== session)) return null;
      const room = rooms.get(place.callId);
      room?.delete(place.contactId);
      if (room?.size === 0) rooms.delete(place.callId);
      return page;
    },
    async away(place, entry) {
      const page = pageOf(place);
      if (page?.entry === entry) rooms.get(place.callId)?.set(place.contactId, { ...page, isConnected: false });
    },
    async close(callId) {
      rooms.delete(callId);
    },
    async isConnected(pass) {
      const page = pageOf(pass);
      return page?.deviceId === pass.deviceId && page.isConnected;
    },
  };
}

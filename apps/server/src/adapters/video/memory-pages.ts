import type { RoomPage, RoomPages } from './room-pages';

type Page = RoomPage & { readonly deviceId: string };

/** The rooms of calls where one server is alone. With it they are gone: pages come back by themselves. */
export function createMemoryPages(): RoomPages {
  const rooms = new Map<string, Map<string, Page>>();
  let entries = 0;
  const pageOf = ({ callId, contactId }: { readonly callId: string; readonly contactId: string }) =>
    rooms.get(callId)?.get(contactId);

  return {
    async enter({ callId, contactId, deviceId }, session) {
      entries += 1;
      const room = rooms.get(callId) ?? new Map<string, Page>();
      rooms.set(callId, room);
      // Whoever comes in last stands last.
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

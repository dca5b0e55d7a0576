/** The rooms of calls without a database: for tests of what the pages in them are told. */
import type { RoomPage, RoomPages } from '../src/ports/video/room-pages';

export function createMemoryPages(): RoomPages {
  const rooms = new Map<string, Map<string, RoomPage & { readonly deviceId: string }>>();
  let entries = 0;
  const roomOf = (callId: string) => {
    const room = rooms.get(callId) ?? new Map<string, RoomPage & { readonly deviceId: string }>();
    rooms.set(callId, room);
    return room;
  };
  return {
    async enter({ callId, contactId, deviceId }, session) {
      entries += 1;
      roomOf(callId).set(contactId, { contactId, deviceId, session, entry: entries, isConnected: true });
      return [...roomOf(callId).values()];
    },
    list: async (callId) => [...roomOf(callId).values()],
    async leave({ callId, contactId }, session) {
      const page = roomOf(callId).get(contactId);
      if (!page || (session !== undefined && page.session !== session)) return null;
      roomOf(callId).delete(contactId);
      return page;
    },
    async away({ callId, contactId }, entry) {
      const page = roomOf(callId).get(contactId);
      if (page?.entry === entry) roomOf(callId).set(contactId, { ...page, isConnected: false });
    },
    async close(callId) {
      rooms.delete(callId);
    },
    async isConnected({ callId, contactId, deviceId }) {
      const page = roomOf(callId).get(contactId);
      return page?.deviceId === deviceId && page.isConnected;
    },
  };
}

/** Receipts of rooms: what this device has, and what the user has read. */
import { createReceipts, type Receipts } from '@earth/messaging';
import type { Room } from '@earth/contracts';
import { api, realtime } from '../../../platform';
import { pageClock } from '../../../platform/page-clock';
import type { SessionScope } from '../../../platform/session/session-scope';

export function createRoomReceipts(scope: SessionScope): Receipts {
  const receipts = createReceipts({
    clock: pageClock,
    realtime,
    sendDelivered: (roomUniqueId, position) => realtime.send({ type: 'received', roomUniqueId, position }),
    sendRead: (id, position) => api.readRoomMessages({ id, read: true, position }),
  });
  scope.onDispose(() => receipts.stop());
  return receipts;
}

/** The positions that have arrived with the list of rooms. */
export const deliveredIn = (rooms: readonly Room[]): [roomId: string, position: number][] =>
  rooms.flatMap(({ uniqueId, lastMessage, unreadMessages }) =>
    lastMessage && unreadMessages > 0 ? [[uniqueId, lastMessage.position]] : [],
  );

/** Delivery receipts: reports to the server up to which position this device has the messages of each room. */
import type { Room } from '@earth/contracts';
import { onSessionEnd, realtime } from '../../../platform';

/** The positions reported to the server, by room id. */
const received = new Map<string, number>();
onSessionEnd(() => received.clear());

/** Reports a position, of which the authors are notified. */
export function sendDeliveryReceipt(roomUniqueId: string, position: number) {
  if ((received.get(roomUniqueId) ?? 0) >= position) return;
  if (realtime.send({ type: 'received', roomUniqueId, position })) received.set(roomUniqueId, position);
}

/** Limit of receipts at once, because the server closes a socket that sends too much. */
const RECEIVED_AT_ONCE = 20;
const RECEIVED_PAUSE_MS = 500;
/** Positions to be reported, by room id. */
const unsaid = new Map<string, number>();
let saying: ReturnType<typeof setTimeout> | undefined;
onSessionEnd(() => {
  unsaid.clear();
  clearTimeout(saying);
  saying = undefined;
});

function sendPending() {
  saying = undefined;
  for (const [roomId, position] of [...unsaid].slice(0, RECEIVED_AT_ONCE)) {
    unsaid.delete(roomId);
    sendDeliveryReceipt(roomId, position);
  }
  if (unsaid.size > 0) saying = setTimeout(sendPending, RECEIVED_PAUSE_MS);
}

/** Reports what has arrived with the list of rooms, in batches. */
export function sendDeliveryReceiptsIn(rooms: readonly Room[]) {
  for (const { uniqueId, lastMessage, unreadMessages } of rooms)
    if (lastMessage && unreadMessages > 0) unsaid.set(uniqueId, lastMessage.position);
  if (saying === undefined) sendPending();
}

/** Forgets what was reported before a reconnection: it may be lost. */
export const resetDeliveryReceipts = (): void => received.clear();

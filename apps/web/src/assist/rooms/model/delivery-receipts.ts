/** Says to the server up to where this device has the messages of its rooms. */
import type { Room } from '@earth/contracts';
import { onSessionEnd, realtime } from '../../../platform';

/** By the rooms' ids: up to where the server knows that this device has messages. */
const received = new Map<string, number>();
onSessionEnd(() => received.clear());

/** Those who wrote them learn that they have come. */
export function sendDeliveryReceipt(roomUniqueId: string, position: number) {
  if ((received.get(roomUniqueId) ?? 0) >= position) return;
  if (realtime.send({ type: 'received', roomUniqueId, position })) received.set(roomUniqueId, position);
}

/** So many at once: the server cuts a socket off that says too much. */
const RECEIVED_AT_ONCE = 20;
const RECEIVED_PAUSE_MS = 500;
/** What is still to be said, by the rooms' ids. */
const unsaid = new Map<string, number>();
let saying: ReturnType<typeof setTimeout> | undefined;
onSessionEnd(() => {
  unsaid.clear();
  clearTimeout(saying);
  saying = undefined;
});

function sayUnsaid() {
  saying = undefined;
  for (const [roomId, position] of [...unsaid].slice(0, RECEIVED_AT_ONCE)) {
    unsaid.delete(roomId);
    sendDeliveryReceipt(roomId, position);
  }
  if (unsaid.size > 0) saying = setTimeout(sayUnsaid, RECEIVED_PAUSE_MS);
}

/** What has come with the list of rooms, a few at a time. */
export function sendDeliveryReceiptsIn(rooms: readonly Room[]) {
  for (const { uniqueId, lastMessage, unreadMessages } of rooms)
    if (lastMessage && unreadMessages > 0) unsaid.set(uniqueId, lastMessage.position);
  if (saying === undefined) sayUnsaid();
}

/** What was said into a cut may not have come. */
export const resetDeliveryReceipts = (): void => received.clear();

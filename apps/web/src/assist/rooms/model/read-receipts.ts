/** The user has seen the messages of a room up to a position. */
import { myId } from '../../../platform';
import { closeSeenNotifications } from '../../../platform/push/seen-notifications';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createRoomReceipts } from './receipts';
import { changeKnownRoom, knownConversation, knownRoom } from './room-queries';

export async function markRead(scope: SessionScope, roomId: string, position: number): Promise<void> {
  const receipts = scope.get(createRoomReceipts);
  const room = knownRoom(scope, roomId);
  if (!room || position <= Math.max(room.readPosition, receipts.readPosition(roomId))) return;
  closeSeenNotifications(roomId);
  const me = myId();
  const unread = knownConversation(scope, roomId)?.messages.filter(
    (message) => message.position > position && message.sender.uniqueId !== me && message.change === undefined,
  );
  changeKnownRoom(scope, roomId, (known) => ({
    ...known,
    readPosition: position,
    unreadMessages: unread?.length ?? 0,
    unreadMentions: unread?.filter(({ mentions }) => mentions?.some((id) => id === me)).length ?? 0,
  }));
  await receipts.noteRead(roomId, position);
}

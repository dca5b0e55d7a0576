/** Views: rooms as the API returns them. */
import type { Room } from '@earth/contracts';
import { receiptFor, senderOf } from '../messages';
import type { OwnRoom, Participant } from './store';

/** As one of its people sees it. @param people all of the room */
export function roomView(own: OwnRoom, people: readonly Participant[]): Room {
  const { room, subjectAuthorName, me, last, unread } = own;
  return {
    uniqueId: room.id,
    subject: room.subject,
    cryptoSchema: room.cryptoSchema,
    ...(room.subjectAuthorId !== null &&
      subjectAuthorName !== null && { subjectAuthor: { uniqueId: room.subjectAuthorId, name: subjectAuthorName } }),
    isGroup: room.pair === null,
    participants: people.map(({ contactId, name }) => ({ uniqueId: contactId, name })),
    joinedDate: me.joinedAt.toISOString(),
    lastMessageText: last?.message ?? null,
    lastMessageCryptoSchema: last?.cryptoSchema ?? null,
    lastMessageDate: last?.createdAt.toISOString() ?? null,
    lastMessage: last && {
      uniqueId: last.id,
      position: last.position,
      sender: senderOf(last),
      ...(last.clientId !== null && { clientId: last.clientId }),
      fileName: last.fileName,
      ...receiptFor(last, me, people),
    },
    unreadMessages: unread,
    readPosition: me.readPosition,
    mute: me.mute,
  };
}

/** Views: rooms as the API returns them. */
import type { Room } from '@earth/contracts';
import { receiptFor, type SignedMessage, senderOf } from '../messages';
import type { OwnRoom, Participant } from './store';

const clientIdOf = ({ clientId }: Pick<SignedMessage, 'clientId'>) => clientId !== null && { clientId };

/** As one of its people sees it. @param people all of the room */
export function roomView(own: OwnRoom, people: readonly Participant[]): Room {
  const { room, subjectAuthorName, me, last, lastEdit, unread, mentions } = own;
  return {
    uniqueId: room.id,
    subject: room.subject,
    cryptoSchema: room.cryptoSchema,
    ...(room.subjectAuthorId !== null &&
      subjectAuthorName !== null && { subjectAuthor: { uniqueId: room.subjectAuthorId, name: subjectAuthorName } }),
    isGroup: room.pair === null,
    participants: people.map(({ contactId, name }) => ({ uniqueId: contactId, name })),
    joinedDate: me.joinedAt.toISOString(),
    // Empty if it was deleted.
    lastMessageText: (lastEdit ?? last)?.message || null,
    lastMessageCryptoSchema: (lastEdit ?? last)?.cryptoSchema ?? null,
    lastMessageDate: last?.createdAt.toISOString() ?? null,
    lastMessage: last && {
      uniqueId: last.id,
      position: last.position,
      sender: senderOf(last),
      ...clientIdOf(lastEdit ?? last),
      fileName: last.fileName,
      ...receiptFor(last, me, people),
      ...(last.message === '' && { isDeleted: true }),
    },
    ...(room.lastPosition > me.joinedPosition && { lastPosition: room.lastPosition }),
    unreadMessages: unread,
    ...(mentions > 0 && { unreadMentions: mentions }),
    readPosition: me.readPosition,
    mute: me.mute,
  };
}

/** Views: rooms as the API returns them. */
import { type Room, type RoomMessage, receiptOf } from '@earth/contracts';
import type { OwnRoom, Participant, SignedMessage } from './store';

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
      ...stateFor(last, me, people),
    },
    unreadMessages: unread,
    readPosition: me.readPosition,
    mute: me.mute,
  };
}

const senderOf = (row: SignedMessage) => ({ uniqueId: row.senderId, name: row.senderName });

type Me = Pick<Participant, 'contactId' | 'readPosition'>;

/** Receipt of a message. Own ones: how far the others have received it. Those of others: delivered, and read or not. */
const stateFor = (row: SignedMessage, me: Me, people: readonly Participant[]) =>
  row.senderId === me.contactId ? receiptOf(row, people) : { delivered: true, read: row.position <= me.readPosition };

/** The URL of a file of a room. */
const fileUrl = (roomId: string, storedName: string) => `/storage/rooms/${roomId}/${storedName}`;

/** As one of the room's people sees it. */
export const messageView = (row: SignedMessage, me: Me, people: readonly Participant[]): RoomMessage => ({
  uniqueId: row.id,
  roomUniqueId: row.roomId,
  position: row.position,
  sender: senderOf(row),
  message: row.message,
  cryptoSchema: row.cryptoSchema,
  ...stateFor(row, me, people),
  date: row.createdAt.toISOString(),
  clientId: row.clientId,
  fileName: row.fileName,
  fileUrl: row.fileKey && fileUrl(row.roomId, row.fileKey),
  fileSize: row.fileSize,
  ...(row.previewKey !== null && { previewUrl: fileUrl(row.roomId, row.previewKey) }),
});

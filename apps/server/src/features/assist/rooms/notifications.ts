/** Pushes of a room for devices on which the app is closed: that there is a new message. */
import type { Push } from '../push';
import type { Participant } from './store';

/** After a week the push is not worth sending. */
const NEWS_FOR_MS = 7 * 24 * 3600_000;

interface Written {
  /** The room. */
  readonly placeId: string;
  readonly senderId: string;
  readonly senderName: string;
  readonly createdAt: Date;
}

/** A push for a new message, for participants who have not muted the room: a later one replaces one that has not arrived. */
export function messagePush(
  { placeId: roomId, senderId, senderName, createdAt }: Written,
  people: readonly Participant[],
): Push {
  const sender = { uniqueId: senderId, name: senderName };
  return {
    contactIds: people.flatMap(({ contactId, mute }) => (mute || contactId === senderId ? [] : contactId)),
    message: {
      messageType: 'RoomMessage',
      messageContent: { roomUniqueId: roomId, sender, date: createdAt.toISOString() },
    },
    topic: roomId,
    expiresAt: new Date(createdAt.getTime() + NEWS_FOR_MS),
  };
}

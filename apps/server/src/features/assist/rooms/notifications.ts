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
  /** The ids of those whom it mentions. */
  readonly mentions: string | null;
}

/**
 * The pushes for a new message: a later one replaces one that has not arrived. Participants who have muted the room get one only if they are
 * mentioned.
 */
export function messagePushes(
  { placeId: roomId, senderId, senderName, createdAt, mentions }: Written,
  people: readonly Participant[],
): Push[] {
  const sender = { uniqueId: senderId, name: senderName };
  const mentioned = new Set(mentions?.split(' '));
  const others = people.filter(({ contactId }) => contactId !== senderId);
  const pushTo = (readers: readonly Participant[], isMention: boolean): Push => ({
    contactIds: readers.map(({ contactId }) => contactId),
    message: {
      messageType: 'RoomMessage',
      messageContent: { roomUniqueId: roomId, sender, date: createdAt.toISOString(), ...(isMention && { isMention }) },
    },
    topic: roomId,
    expiresAt: new Date(createdAt.getTime() + NEWS_FOR_MS),
  });
  const isMentioned = ({ contactId }: Participant) => mentioned.has(contactId);
  return [
    pushTo(
      others.filter((one) => !one.mute && !isMentioned(one)),
      false,
    ),
    pushTo(others.filter(isMentioned), true),
  ];
}

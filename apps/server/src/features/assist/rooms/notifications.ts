/** What devices hear of a room while the app is closed on them: that somebody has written. */
import type { Push } from '../push';
import type { Reader } from './store';

/** Whoever comes back from a week away looks into the app. */
const NEWS_FOR_MS = 7 * 24 * 3600_000;

interface Written {
  readonly roomId: string;
  readonly senderId: string;
  readonly senderName: string;
  readonly createdAt: Date;
}

/**
 * That somebody has written, for those who want to hear of it: later news of a room takes the place of what has not
 * arrived.
 */
export function messagePush({ roomId, senderId, senderName, createdAt }: Written, people: readonly Reader[]): Push {
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

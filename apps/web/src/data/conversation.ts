/** What is known here of a room's messages: a stretch of them without gaps, up to the newest that was asked for. */
import type { RoomMessage } from '@earth/contracts';

/** `text` null: not sealed for the reader. */
export interface OpenedRoomMessage extends RoomMessage {
  readonly text: string | null;
}

export interface Conversation {
  /** Oldest first; their positions go up by one. */
  readonly messages: readonly OpenedRoomMessage[];
  readonly hasOlder: boolean;
}

/** Whether this message comes right after those that are known. Where nothing is known yet, something may be missing. */
export const isNext = ({ messages }: Conversation, { position }: RoomMessage): boolean =>
  messages.at(-1)?.position === position - 1;

/** With messages that come after those known; what is known already stays as it is. */
export function withNewer(conversation: Conversation, newer: readonly OpenedRoomMessage[]): Conversation {
  const last = conversation.messages.at(-1)?.position ?? 0;
  const added = newer.filter(({ position }) => position > last);
  return added.length === 0 ? conversation : { ...conversation, messages: [...conversation.messages, ...added] };
}

/** With the page of messages before those known. @param isFull there may be more before it */
export function withOlder(
  conversation: Conversation,
  older: readonly OpenedRoomMessage[],
  isFull: boolean,
): Conversation {
  const first = conversation.messages[0]?.position ?? Number.POSITIVE_INFINITY;
  const added = older.filter(({ position }) => position < first);
  return { messages: [...added, ...conversation.messages], hasOlder: isFull && added[0]?.position !== 1 };
}

/** What is known here of a room's messages: a stretch of them without gaps, up to the newest that was asked for. */
import type { NotGenuine, Room, RoomMessage } from '@earth/contracts';

/** A room with what is sealed in it opened; null: not sealed for the reader. */
export interface OpenedRoom extends Room {
  /** Empty: it has none, and is called by its people. */
  readonly title: string | NotGenuine | null;
  readonly lastText: string | NotGenuine | null;
  /** As this device had it when it was last here: the server has not been heard yet. */
  readonly isKept?: boolean;
}

/** `text` null: not sealed for the reader. */
export interface OpenedRoomMessage extends RoomMessage {
  readonly text: string | NotGenuine | null;
}

export interface Conversation {
  /** Oldest first; their positions go up by one. */
  readonly messages: readonly OpenedRoomMessage[];
  readonly hasOlder: boolean;
}

/** Of the newest message that is known; 0: of none. */
export const lastPosition = ({ messages }: Conversation): number => messages.at(-1)?.position ?? 0;

/** Whether this message comes right after those that are known: nothing is missing between. */
export const isNext = (conversation: Conversation, { position }: RoomMessage): boolean =>
  lastPosition(conversation) === position - 1;

/** With messages that come after those known; what is known already stays as it is. */
export function withNewer(conversation: Conversation, newer: readonly OpenedRoomMessage[]): Conversation {
  const last = lastPosition(conversation);
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

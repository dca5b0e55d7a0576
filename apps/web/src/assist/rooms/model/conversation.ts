/** The loaded messages of a room: a range without gaps, up to the newest that was fetched. */
import type { NotGenuine, Room, RoomMessage } from '@earth/contracts';

/** A room with its sealed fields decrypted; null: not sealed for the reader. */
export interface OpenedRoom extends Room {
  /** Empty: it has no name, and shows the names of its members. */
  readonly title: string | NotGenuine | null;
  readonly lastText: string | NotGenuine | null;
  /** From the cache of this device: the server has not answered yet. */
  readonly isKept?: boolean;
}

/** `text` null: not sealed for the reader. */
export interface OpenedRoomMessage extends RoomMessage {
  readonly text: string | NotGenuine | null;
}

export interface Conversation {
  /** Oldest first; their positions increase by one. */
  readonly messages: readonly OpenedRoomMessage[];
  readonly hasOlder: boolean;
}

/** The position of the newest loaded message; 0: none. */
export const lastPosition = ({ messages }: Conversation): number => messages.at(-1)?.position ?? 0;

/** Whether this message follows the loaded ones without a gap. */
export const isNext = (conversation: Conversation, { position }: RoomMessage): boolean =>
  lastPosition(conversation) === position - 1;

/** Appends newer messages; known ones stay as they are. */
export function withNewer(conversation: Conversation, newer: readonly OpenedRoomMessage[]): Conversation {
  const last = lastPosition(conversation);
  const added = newer.filter(({ position }) => position > last);
  return added.length === 0 ? conversation : { ...conversation, messages: [...conversation.messages, ...added] };
}

/** Prepends a page of older messages. @param isFull there may be more before it */
export function withOlder(
  conversation: Conversation,
  older: readonly OpenedRoomMessage[],
  isFull: boolean,
): Conversation {
  const first = conversation.messages[0]?.position ?? Number.POSITIVE_INFINITY;
  const added = older.filter(({ position }) => position < first);
  return { messages: [...added, ...conversation.messages], hasOlder: isFull && added[0]?.position !== 1 };
}

/** The rows of a conversation: messages, days, and the line before the first unread message. */
import type { RoomChange } from '@earth/contracts';
import type { Conversation, OpenedRoomMessage } from './conversation';
import type { Outgoing } from './room-outbox';

/** A member's keys changed at this date. */
export interface KeyChange {
  readonly contactId: string;
  readonly date: string;
}

export type Row = { readonly key: string } & (
  | { readonly type: 'start' }
  | { readonly type: 'day'; readonly date: Date }
  | { readonly type: 'unread'; readonly count: number }
  | ({ readonly type: 'newKeys' } & KeyChange)
  | { readonly type: 'change'; readonly change: RoomChange }
  | {
      readonly type: 'message';
      readonly message: OpenedRoomMessage;
      readonly isMine: boolean;
      /** The previous message is by another author, or of another day. */
      readonly isFirst: boolean;
    }
  | { readonly type: 'outgoing'; readonly item: Outgoing }
);

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

export interface RowsInput {
  readonly conversation: Conversation;
  /** The outgoing messages of this room. */
  readonly outgoing: readonly Outgoing[];
  readonly meId: string;
  /** The key changes of the members, oldest first. */
  readonly keyChanges?: readonly KeyChange[];
  /** Who joined, left or renamed the room, oldest first. */
  readonly roomChanges?: readonly RoomChange[];
  /** The position up to which the user had read when the room was opened; null: no unread line. */
  readonly unreadAfter: number | null;
}

/** A key that is the same before and after the message is stored. */
const keyOf = ({ sender, clientId, uniqueId }: OpenedRoomMessage) => `${sender.uniqueId}:${clientId ?? uniqueId}`;

/** A duplicate is shown only in its first place, because its author sent it once. */
function once(messages: readonly OpenedRoomMessage[]): readonly OpenedRoomMessage[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    const key = keyOf(message);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Whether the first unread message is older than all loaded ones. */
export const isUnreadBefore = ({ messages: [first], hasOlder }: Conversation, unreadAfter: number | null): boolean =>
  unreadAfter !== null && hasOlder && first !== undefined && first.position > unreadAfter + 1;

export function toRows({
  conversation,
  outgoing,
  meId,
  unreadAfter,
  keyChanges = [],
  roomChanges = [],
}: RowsInput): readonly Row[] {
  const { hasOlder } = conversation;
  const messages = once(conversation.messages);
  const rows: Row[] = hasOlder ? [] : [{ key: 'start', type: 'start' }];
  const isUnread = ({ position, sender }: OpenedRoomMessage) =>
    unreadAfter !== null && position > unreadAfter && sender.uniqueId !== meId;
  const count = messages.filter(isUnread).length;
  let day = '';
  let lastSender = '';
  // If it begins further back, the count is unknown.
  let isMarked = isUnreadBefore(conversation, unreadAfter);
  const beginDay = (date: Date) => {
    if (dayOf(date) === day) return;
    day = dayOf(date);
    lastSender = '';
    // While there are older messages, the day may begin earlier. Its line would also move up while they load, and change
    // the scroll position.
    if (rows.length > 0 || !hasOlder) rows.push({ key: `day ${day}`, type: 'day', date });
  };
  // Changes before the first loaded message are left out; without any message, all are shown.
  const [first] = messages;
  const isHere = ({ date }: KeyChange) => (first ? Date.parse(date) > Date.parse(first.date) : !hasOlder);
  // Compared by position, because messages of the same date may be on both sides.
  const dateOf = ({ position, date }: RoomChange) => messages.find((one) => one.position > position)?.date ?? date;
  const changes = [
    ...keyChanges.filter(isHere).map((change) => ({
      until: change.date,
      row: { key: `keys ${change.contactId} ${change.date}`, type: 'newKeys', ...change } as const,
    })),
    ...roomChanges
      .filter(({ position }) => (first && hasOlder ? position >= first.position : !hasOlder))
      .map((change) => ({ until: dateOf(change), row: { key: change.uniqueId, type: 'change', change } as const })),
  ].toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until));
  const addChangesUntil = (end: string | null) => {
    for (let [next] = changes; next && (end === null || Date.parse(next.until) <= Date.parse(end)); [next] = changes) {
      beginDay(new Date(next.row.type === 'change' ? next.row.change.date : next.row.date));
      rows.push(next.row);
      lastSender = '';
      changes.shift();
    }
  };
  for (const message of messages) {
    addChangesUntil(message.date);
    beginDay(new Date(message.date));
    if (!isMarked && isUnread(message)) {
      isMarked = true;
      lastSender = '';
      rows.push({ key: 'unread', type: 'unread', count });
    }
    const { uniqueId } = message.sender;
    rows.push({
      key: keyOf(message),
      type: 'message',
      message,
      isMine: uniqueId === meId,
      isFirst: uniqueId !== lastSender,
    });
    lastSender = uniqueId;
  }
  addChangesUntil(null);
  const stored = new Set(messages.filter(({ sender }) => sender.uniqueId === meId).map(({ clientId }) => clientId));
  for (const item of outgoing) {
    if (stored.has(item.clientId)) continue;
    beginDay(new Date(item.date));
    rows.push({ key: `${meId}:${item.clientId}`, type: 'outgoing', item });
  }
  return rows;
}

/** A conversation as lines on a screen: messages with the days between them, and where the unread ones begin. */
import type { RoomChange } from '@earth/contracts';
import type { Conversation, OpenedRoomMessage } from './conversation';
import type { Outgoing } from './room-outbox';

/** Somebody of the room has other keys from then on. */
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
      /** Somebody else has written before, or it is another day. */
      readonly isFirst: boolean;
    }
  | { readonly type: 'outgoing'; readonly item: Outgoing }
);

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

export interface RowsInput {
  readonly conversation: Conversation;
  /** Of this room. */
  readonly outgoing: readonly Outgoing[];
  readonly meId: string;
  /** Of the people of the room, the first first. */
  readonly keyChanges?: readonly KeyChange[];
  /** Who came, left or renamed the room, the first first. */
  readonly roomChanges?: readonly RoomChange[];
  /** The position that one had read up to when the room was opened; null: no line is wanted. */
  readonly unreadAfter: number | null;
}

/** What a message is called before and after it is stored. */
const keyOf = ({ sender, clientId, uniqueId }: OpenedRoomMessage) => `${sender.uniqueId}:${clientId ?? uniqueId}`;

/** A message that was put there a second time is shown where it stood first: its author sent it once. */
function once(messages: readonly OpenedRoomMessage[]): readonly OpenedRoomMessage[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    const key = keyOf(message);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Whether the first unread message lies before all that is known here. */
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
  // Where it begins further back, nobody knows how many there are.
  let isMarked = isUnreadBefore(conversation, unreadAfter);
  const beginDay = (date: Date) => {
    if (dayOf(date) === day) return;
    day = dayOf(date);
    lastSender = '';
    // While there is more before, nobody knows whether the day begins here. Its line would also move up with what is
    // loaded, and take along the scroll position of who looks at it.
    if (rows.length > 0 || !hasOlder) rows.push({ key: `day ${day}`, type: 'day', date });
  };
  // What was before the first message that is known here is no matter of this stretch; where nothing was written yet, all is.
  const [first] = messages;
  const isHere = ({ date }: KeyChange) => (first ? Date.parse(date) > Date.parse(first.date) : !hasOlder);
  // Their positions say where they stand: messages of one moment may lie on both sides.
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

/** The rows of a conversation: messages, days, and the line before the first unread message. */
import type { RoomChange } from '@earth/contracts';
import { applyChanges, type Outgoing } from '@earth/messaging';
import type { ShownMessage } from '../source';

/** A range of messages without gaps. */
export interface MessageRange {
  /** Oldest first; what the server does not have yet comes last. */
  readonly messages: readonly ShownMessage[];
  readonly hasOlder: boolean;
}

/** A call of the user with the other person. */
export interface PastCall {
  readonly id: string;
  readonly start: Date;
}

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
  | { readonly type: 'call'; readonly call: PastCall }
  | {
      readonly type: 'message';
      readonly message: ShownMessage;
      readonly isMine: boolean;
      /** The previous message is by another author, or of another day. */
      readonly isFirst: boolean;
    }
  | { readonly type: 'outgoing'; readonly item: Outgoing }
);

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

export interface RowsInput {
  readonly conversation: MessageRange;
  /** The user's messages that the server does not have yet. */
  readonly outgoing: readonly Outgoing[];
  readonly meId: string;
  /** The key changes of the members, oldest first. */
  readonly keyChanges?: readonly KeyChange[];
  /** Who joined, left or renamed the room, oldest first. */
  readonly roomChanges?: readonly RoomChange[];
  readonly calls?: readonly PastCall[];
  /** The position up to which the user had read when the room was opened; null: no unread line. */
  readonly unreadAfter: number | null;
  /** A short conversation: neither its beginning nor its only day has a line. */
  readonly isShort?: boolean;
}

/** A key that is the same before and after the message is stored. */
const keyOf = ({ sender, clientId, uniqueId }: ShownMessage) => `${sender.uniqueId}:${clientId ?? uniqueId}`;

/** A duplicate is shown only in its first place, because its author sent it once. */
function once(messages: readonly ShownMessage[]): readonly ShownMessage[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    const key = keyOf(message);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Whether the first unread message is older than all loaded ones. */
export const isUnreadBefore = ({ messages: [first], hasOlder }: MessageRange, unreadAfter: number | null): boolean =>
  unreadAfter !== null && hasOlder && first !== undefined && first.position > unreadAfter + 1;

const isStored = ({ state }: ShownMessage) => state !== 'arriving';

/** What the server does not have yet: messages that their senders have shown, and the user's own, as they were written. */
function pendingOf(messages: readonly ShownMessage[], outgoing: readonly Outgoing[], meId: string) {
  const known = new Set(messages.filter(({ sender }) => sender.uniqueId === meId).map(({ clientId }) => clientId));
  // A change is shown by what it does; only one that the server refused has a line, so that it can be sent again or given up.
  const isLine = ({ change, state }: Outgoing) => !change || state === 'failed';
  const own = outgoing.filter((item) => isLine(item) && !known.has(item.clientId));
  const arriving = messages.filter((message) => !isStored(message));
  return [...arriving, ...own].toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
}

/** What happened between these messages, oldest first; `until`: the date of the message that it precedes, or its own. */
function changesOf(
  { conversation: { hasOlder }, keyChanges = [], roomChanges = [], calls = [] }: RowsInput,
  messages: readonly ShownMessage[],
) {
  // Changes before the first loaded message are left out; without any message, all are shown.
  const [first] = messages;
  const isHere = ({ date }: KeyChange) => (first ? Date.parse(date) > Date.parse(first.date) : !hasOlder);
  // Compared by position, because messages of the same date may be on both sides.
  const dateOf = ({ position, date }: RoomChange) => messages.find((one) => one.position > position)?.date ?? date;
  return [
    ...keyChanges.filter(isHere).map((change) => ({
      until: change.date,
      date: change.date,
      row: { key: `keys ${change.contactId} ${change.date}`, type: 'newKeys', ...change } as const,
    })),
    ...roomChanges
      .filter(({ position }) => (first && hasOlder ? position >= first.position : !hasOlder))
      .map((change) => ({
        until: dateOf(change),
        date: change.date,
        row: { key: change.uniqueId, type: 'change', change } as const,
      })),
    ...calls
      .map((call) => ({ call, date: call.start.toISOString() }))
      .filter(({ date }) => (first && hasOlder ? Date.parse(date) > Date.parse(first.date) : !hasOlder))
      .map(({ call, date }) => ({ until: date, date, row: { key: `call ${call.id}`, type: 'call', call } as const })),
  ].toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until));
}

export function toRows(input: RowsInput): readonly Row[] {
  const { conversation, outgoing, meId, unreadAfter, isShort = false } = input;
  const { hasOlder } = conversation;
  const me = { uniqueId: meId, name: '' };
  const messages = once(applyChanges(conversation.messages, { outgoing, me }));
  const rows: Row[] = hasOlder || isShort ? [] : [{ key: 'start', type: 'start' }];
  const isUnread = ({ position, sender, isDeleted = false }: ShownMessage) =>
    unreadAfter !== null && position > unreadAfter && sender.uniqueId !== meId && !isDeleted;
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
    if (rows.length > 0 || !(hasOlder || isShort)) rows.push({ key: `day ${day}`, type: 'day', date });
  };
  const changes = changesOf(input, messages);
  const addChangesUntil = (end: string | null) => {
    for (let [next] = changes; next && (end === null || Date.parse(next.until) <= Date.parse(end)); [next] = changes) {
      beginDay(new Date(next.date));
      rows.push(next.row);
      lastSender = '';
      changes.shift();
    }
  };
  const addMessage = (message: ShownMessage) => {
    beginDay(new Date(message.date));
    if (!isMarked && isUnread(message)) {
      isMarked = true;
      lastSender = '';
      rows.push({ key: 'unread', type: 'unread', count });
    }
    const { uniqueId } = message.sender;
    const isMine = uniqueId === meId;
    rows.push({ key: keyOf(message), type: 'message', message, isMine, isFirst: uniqueId !== lastSender });
    lastSender = uniqueId;
  };
  for (const message of messages.filter(isStored)) {
    addChangesUntil(message.date);
    addMessage(message);
  }
  addChangesUntil(null);
  for (const pending of pendingOf(messages, outgoing, meId)) {
    if ('sender' in pending) addMessage(pending);
    else {
      beginDay(new Date(pending.date));
      rows.push({ key: `${meId}:${pending.clientId}`, type: 'outgoing', item: pending });
      lastSender = '';
    }
  }
  return rows;
}

import { expect, test } from 'vitest';
import type { Outgoing } from '@earth/messaging';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { type RowsInput, toRows } from './rows';

const me = testContact({ name: 'Giulia Ferri' });
const luca = testContact({ name: 'Luca Moretti' });
const sunday = { date: '2026-01-04T10:00:00.000Z' };

const rowsOf = (change: Partial<RowsInput>) =>
  toRows({
    conversation: { messages: [], hasOlder: false },
    outgoing: [],
    meId: me.uniqueId,
    unreadAfter: null,
    ...change,
  });
const kindsOf = (change: Partial<RowsInput>) => rowsOf(change).map(({ type }) => type);

const unsent: Outgoing = {
  clientId: 'c',
  place: { kind: 'room', id: 'room' },
  kind: 'message',
  text: 'x',
  date: sunday.date,
  file: null,
  state: 'waiting',
};

test('each day has a row, and the unread row precedes the first unread message', () => {
  const messages = [testMessage(luca, 1, sunday), testMessage(me, 2), testMessage(luca, 3), testMessage(luca, 4)];
  expect(kindsOf({ conversation: { messages, hasOlder: false }, unreadAfter: 1 })).toEqual([
    'start',
    'day',
    'message',
    'day',
    'message',
    'unread',
    'message',
    'message',
  ]);
  expect(rowsOf({ conversation: { messages, hasOlder: true }, unreadAfter: 1 })).toContainEqual(
    expect.objectContaining({ type: 'unread', count: 2 }),
  );
});

test('no unread row if the unread messages begin before the loaded ones', () => {
  const messages = [testMessage(luca, 801), testMessage(luca, 802)];
  expect(kindsOf({ conversation: { messages, hasOlder: true }, unreadAfter: 500 })).not.toContain('unread');
  expect(kindsOf({ conversation: { messages, hasOlder: true }, unreadAfter: 800 })).toContain('unread');
});

test('a key change is placed by its date', () => {
  const at = (hour: number) => ({ date: `2026-01-05T${hour}:00:00.000Z` });
  const messages = [testMessage(luca, 1, at(10)), testMessage(luca, 2, at(12))];
  const changeAt = (hour: number) => ({ contactId: luca.uniqueId, ...at(hour) });
  const keyChanges = [changeAt(9), changeAt(11), changeAt(13)];
  expect(kindsOf({ conversation: { messages, hasOlder: false }, keyChanges })).toEqual([
    'start',
    'day',
    'message',
    'newKeys',
    'message',
    'newKeys',
  ]);
  // Also in a room without messages.
  expect(kindsOf({ keyChanges: [changeAt(11)] })).toEqual(['start', 'day', 'newKeys']);
});

test('without the beginning there is no start row, and no row of the first day', () => {
  const messages = [testMessage(luca, 9, sunday), testMessage(luca, 10)];
  expect(kindsOf({ conversation: { messages, hasOlder: true } })).toEqual(['message', 'day', 'message']);
});

test('keys of rows stay the same when older messages are loaded', () => {
  const newer = [testMessage(luca, 3), testMessage(luca, 4)];
  const all = [testMessage(luca, 1), testMessage(luca, 2), ...newer];
  const before = rowsOf({ conversation: { messages: newer, hasOlder: true } }).map(({ key }) => key);
  const after = rowsOf({ conversation: { messages: all, hasOlder: false } }).map(({ key }) => key);
  expect(after.slice(-before.length)).toEqual(before);
});

test('the author is shown again after another author’s message', () => {
  const messages = [testMessage(luca, 1), testMessage(luca, 2), testMessage(me, 3), testMessage(luca, 4)];
  const firsts = rowsOf({ conversation: { messages, hasOlder: true } }).flatMap((row) =>
    row.type === 'message' ? row.isFirst : [],
  );
  expect(firsts).toEqual([true, false, true, true]);
});

test('a duplicate message is shown once, in its first place', () => {
  const [first, other] = [testMessage(luca, 1, { clientId: 'c' }), testMessage(luca, 2)];
  const messages = [first, other, testMessage(luca, 3, { clientId: 'c' }), testMessage(me, 4, { clientId: 'c' })];
  const shown = rowsOf({ conversation: { messages, hasOlder: false } });
  expect(shown.flatMap((row) => (row.type === 'message' ? row.message.position : []))).toEqual([1, 2, 4]);
});

test('an outgoing message comes last, and keeps its key when it is stored', () => {
  const before = rowsOf({ outgoing: [unsent] });
  const stored = testMessage(me, 1, { ...sunday, clientId: 'c' });
  const after = rowsOf({ conversation: { messages: [stored], hasOlder: false }, outgoing: [unsent] });
  expect(before.at(-1)?.type).toBe('outgoing');
  expect(after.at(-1)?.type).toBe('message');
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
});

test('a change of the room is placed after the last message before it', () => {
  const at = (hour: number) => ({ date: `2026-01-05T${hour}:00:00.000Z` });
  const messages = [testMessage(luca, 4, at(10)), testMessage(luca, 5, at(12))];
  const change = (position: number, hour: number) => ({
    uniqueId: `change ${position}`,
    kind: 'left' as const,
    contact: { uniqueId: luca.uniqueId, name: luca.name },
    by: null,
    position,
    ...at(hour),
  });
  const roomChanges = [change(3, 9), change(4, 11), change(5, 13)];
  const keys = (hasOlder: boolean) =>
    rowsOf({ conversation: { messages, hasOlder }, roomChanges }).flatMap((row) =>
      row.type === 'message' ? row.message.position : row.type === 'change' ? row.key : [],
    );
  expect(keys(false)).toEqual(['change 3', 4, 'change 4', 5, 'change 5']);
  // Earlier changes come with the older messages.
  expect(keys(true)).toEqual([4, 'change 4', 5, 'change 5']);
  expect(kindsOf({ roomChanges: [change(0, 9)] })).toEqual(['start', 'day', 'change']);
});

test('a short conversation has a day line only where another day begins', () => {
  const messages = [testMessage(luca, 1, sunday), testMessage(me, 2)];
  expect(kindsOf({ conversation: { messages, hasOlder: false }, isShort: true })).toEqual([
    'message',
    'day',
    'message',
  ]);
});

test('what the server does not have yet comes last, as it was written', () => {
  const at = (minute: number) => `2026-01-05T10:0${minute}:00.000Z`;
  const messages = [
    testMessage(luca, 1, { date: at(9) }),
    testMessage(luca, 2, { date: at(3), state: 'arriving', text: 'Which valve?' }),
  ];
  const outgoing = [1, 5].map((minute) => ({ ...unsent, clientId: `${minute}`, date: at(minute) }));
  const rows = rowsOf({ conversation: { messages, hasOlder: false }, outgoing, isShort: true });
  const shown = rows.map((row) =>
    row.type === 'message' ? row.message.text : row.type === 'outgoing' && row.item.date,
  );
  expect(shown).toEqual(['Message 1', at(1), 'Which valve?', at(5)]);
});

test('calls are placed by their begin: before the first message only if no older one follows', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));
  const messages = [10, 12].map((hour, index) => testMessage(luca, index + 1, { date: at(hour).toISOString() }));
  // Newest first, as in the history.
  const calls = [13, 11, 9].map((hour) => ({ id: `at ${hour}`, start: at(hour) }));
  const keysOf = (hasOlder: boolean) =>
    rowsOf({ conversation: { messages, hasOlder }, calls })
      .map((row) => (row.type === 'call' ? row.call.id : row.type))
      .filter((key) => key !== 'day');
  expect(keysOf(false)).toEqual(['start', 'at 9', 'message', 'at 11', 'message', 'at 13']);
  expect(keysOf(true)).toEqual(['message', 'at 11', 'message', 'at 13']);
});

import { expect, test } from 'vitest';
import { testContact } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { type Conversation, isNext, withNewer, withOlder } from './conversation';

const luca = testContact();
const message = (position: number) => testMessage(luca, position);
const known: Conversation = { messages: [message(4), message(5)], hasOlder: true };
const positionsOf = ({ messages }: Conversation) => messages.map(({ position }) => position);

test('a pushed message is appended only if it follows the last one', () => {
  expect(isNext(known, message(6))).toBe(true);
  expect(isNext(known, message(5))).toBe(false);
  expect(isNext(known, message(7))).toBe(false);
  const empty: Conversation = { messages: [], hasOlder: false };
  expect(isNext(empty, message(1))).toBe(true);
  // Messages before the first pushed one are missing.
  expect(isNext(empty, message(2))).toBe(false);
});

test('a message that is fetched and pushed appears once', () => {
  const caughtUp = withNewer(withNewer(known, [message(6)]), [message(6), message(7)]);
  expect(positionsOf(caughtUp)).toEqual([4, 5, 6, 7]);
});

test('older messages are prepended, up to the first', () => {
  const more = withOlder(known, [message(2), message(3)], true);
  expect(positionsOf(more)).toEqual([2, 3, 4, 5]);
  expect(more.hasOlder).toBe(true);
  expect(withOlder(more, [message(1)], true).hasOlder).toBe(false);
  expect(withOlder(more, [], false).hasOlder).toBe(false);
});

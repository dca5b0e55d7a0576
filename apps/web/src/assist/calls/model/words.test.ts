import type { LinkQuality, Person } from '@earth/calls';
import { type CallReason, callReason } from '@earth/contracts';
import { expect, test } from 'vitest';
import { texts } from '../texts';
import { durationParts, endWord, linkWords, worstLink } from './words';

const linked = (link: LinkQuality, state: Person['state'] = 'joined') => ({ link, state }) as Person;

const wordOf = (reason: CallReason, durationSeconds = 0) => {
  const word = endWord({ reason, isBlocked: false, isForged: false, durationSeconds });
  return word && texts.say(word);
};

test('every end has a text, except that of a call that took place', () => {
  expect(callReason.options.filter((reason) => wordOf(reason) === null)).toEqual(['answered', 'left']);
  expect(wordOf('missed')).toBe('No answer');
  expect(wordOf('full')).toBe('Reached the maximum number of participants');
});

test('«failed» means not connected before the answer, and lost after it', () => {
  expect(wordOf('failed')).toBe('The call couldn’t be connected');
  expect(wordOf('failed', 120)).toBe('The connection was lost');
});

test('the worst link is reported', () => {
  expect(worstLink([linked('good'), linked('weak')])).toBe('weak');
  expect(worstLink([linked('weak'), linked('reconnecting')])).toBe('reconnecting');
  expect(worstLink([linked('good'), linked('reconnecting', 'left')])).toBe('good');
  expect(worstLink([linked('connecting', 'ringing')])).toBeNull();
  // What the device says of its network counts beside what the call measures.
  expect(['good', 'reconnecting'].map((link) => worstLink([linked(link as 'good')], true))).toEqual([
    'weak',
    'reconnecting',
  ]);
  expect(worstLink([], true)).toBeNull();
  expect(texts.say(linkWords.weak)).toBe('Weak connection');
});

test('a duration has one or two units', () => {
  expect(durationParts(0.4)).toEqual([{ unit: 'seconds', count: 0 }]);
  expect(durationParts(42)).toEqual([{ unit: 'seconds', count: 42 }]);
  expect(durationParts(725)).toEqual([{ unit: 'minutes', count: 12 }]);
  expect(durationParts(3600)).toEqual([{ unit: 'hours', count: 1 }]);
  expect(durationParts(5400)).toEqual([
    { unit: 'hours', count: 1 },
    { unit: 'minutes', count: 30 },
  ]);
});

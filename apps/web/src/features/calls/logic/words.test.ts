import type { LinkQuality, Person } from '@earth/calls';
import { callReason } from '@earth/contracts';
import { expect, test } from 'vitest';
import { texts } from '../texts';
import { durationParts, firstName, linkWords, reasonWords, worstLink } from './words';

const linked = (link: LinkQuality, state: Person['state'] = 'joined') => ({ link, state }) as Person;

test('a call that took place needs no reason, every other end has one in words', () => {
  const wordless = callReason.options.filter((reason) => reasonWords[reason] === null);

  expect(wordless).toEqual(['answered', 'left']);
  expect(texts.say(reasonWords.missed ?? 'done')).toBe('No answer');
  expect(texts.say(reasonWords.full ?? 'done')).toBe('Reached the maximum number of participants');
});

test('the worst link is the one to be warned of', () => {
  expect(worstLink([linked('good'), linked('weak')])).toBe('weak');
  expect(worstLink([linked('weak'), linked('reconnecting')])).toBe('reconnecting');
  expect(worstLink([linked('good'), linked('reconnecting', 'left')])).toBe('good');
  expect(worstLink([linked('connecting', 'ringing')])).toBeNull();
  expect(texts.say(linkWords.weak)).toBe('Weak connection');
});

test('a duration is said as a person would say it', () => {
  expect(durationParts(0.4)).toEqual([{ unit: 'seconds', count: 0 }]);
  expect(durationParts(42)).toEqual([{ unit: 'seconds', count: 42 }]);
  expect(durationParts(725)).toEqual([{ unit: 'minutes', count: 12 }]);
  expect(durationParts(3600)).toEqual([{ unit: 'hours', count: 1 }]);
  expect(durationParts(5400)).toEqual([
    { unit: 'hours', count: 1 },
    { unit: 'minutes', count: 30 },
  ]);
});

test('a first name is the first word of a name', () => {
  expect([firstName('Giulia Ferri'), firstName('  Anna '), firstName('')]).toEqual(['Giulia', 'Anna', '']);
});

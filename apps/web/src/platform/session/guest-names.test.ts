import { guestName as guestNameSchema } from '@earth/contracts';
import { afterEach, expect, test } from 'vitest';
import { firstName } from '../../shared/format';
import { testContact } from '../../testing/people';
import { guestName, markGuests } from './guest-names';

afterEach(() => document.documentElement.removeAttribute('lang'));

test('marks the name of a guest wherever the server names one, in both languages', () => {
  const [rosa, luca] = [testContact({ name: 'Luca Moretti', isGuest: true }), testContact({ name: 'Luca Moretti' })];
  const call = { caller: rosa, targets: [{ contact: luca }, { contact: rosa }], sender: { ...rosa } };
  const marked = markGuests(JSON.parse(JSON.stringify(call)) as typeof call);
  expect(marked.caller.name).toBe('Luca Moretti (guest)');
  expect(marked.targets.map(({ contact }) => contact.name)).toEqual(['Luca Moretti', 'Luca Moretti (guest)']);
  expect(marked.sender.name).toBe('Luca Moretti (guest)');
  document.documentElement.lang = 'it';
  expect(markGuests(rosa).name).toBe('Luca Moretti (ospite)');
});

test('marks it too if only the first name is shown', () => {
  expect(firstName(guestName('Luca Moretti', 'en'))).toBe('Luca (guest)');
  expect(firstName(guestName('Luca', 'it'))).toBe('Luca (ospite)');
  expect(firstName('Luca Moretti')).toBe('Luca');
});

test('leaves everything else unchanged', () => {
  const answer = { people: [testContact()], file: new Blob(['x']), none: null };
  const before = JSON.stringify(answer);
  expect(JSON.stringify(markGuests(answer))).toBe(before);
});

test('does not accept or show characters that are invisible or reverse the text direction', () => {
  expect(guestNameSchema.parse('\u202Eitterom acul\u202C')).toBe('itterom acul');
  expect(guestNameSchema.parse('Lu\u200Bca\u2066')).toBe('Luca');
  expect(guestNameSchema.safeParse('\u202E \u2069').success).toBe(false);
  expect(guestNameSchema.parse('نام\u200Cها')).toBe('نام\u200Cها');
  expect(guestName('\u202EacuL', 'en')).toBe('acuL (guest)');
});

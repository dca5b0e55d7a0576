import { errorCodes, type ErrorName } from '@earth/contracts';
import { expect, test } from 'vitest';
import { messageOf } from './error-words';

test('what an error names is said as it is', () => {
  expect(messageOf('invalidInput', 'en', "$& $' $1")).toBe("Invalid field: $& $' $1");
});

test('every error has a code and words in both languages', () => {
  const names = Object.keys(errorCodes) as ErrorName[];
  for (const name of names) {
    expect(errorCodes[name]).toBeGreaterThanOrEqual(400);
    const [en, it] = ['en', 'it'].map((language) => messageOf(name, language, '§'));
    expect(it).not.toBe(name);
    expect(en?.includes('§')).toBe(it?.includes('§'));
  }
});

test('answers in English in a language that the server does not have', () => {
  expect(messageOf('notFound', 'de')).toBe('Not found');
});

import { expect, test } from 'vitest';
import { languagesOf, readTexts } from './translations';

const en = {
  hello: 'Hello {{name}}',
  bye: 'Bye',
  calls_one: '{{count}} call',
  calls_other: '{{count}} calls',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
};
const pl = {
  hello: 'Cześć {{name}}',
  bye: '',
  calls_one: '{{count}} rozmowa',
  calls_few: '{{count}} rozmowy',
  calls_many: '{{count}} rozmów',
};
const files = { './texts/en.json': en, './texts/pl.json': pl };
const translateIn = readTexts<typeof en>(files);

test('a file adds a language', () => {
  expect(languagesOf(files)).toEqual(['en', 'pl']);
  expect(translateIn('pl')('hello', { name: 'Ewa' })).toBe('Cześć Ewa');
});

test('takes the plural form of the language, of as many as it has', () => {
  const calls = [1, 2, 5, 22].map((count) => translateIn('pl')('calls', { count }));
  expect(calls).toEqual(['1 rozmowa', '2 rozmowy', '5 rozmów', '22 rozmowy']);
});

test('a text that is missing or empty is the English one, in the plural form of English', () => {
  const t = translateIn('pl');
  expect([t('bye'), t('days', { count: 1 }), t('days', { count: 2 })]).toEqual(['Bye', '1 day', '2 days']);
});

test('a language without a file is English, by one and the same function', () => {
  expect(translateIn('de')('bye')).toBe('Bye');
  expect(translateIn('de')).toBe(translateIn('de'));
});

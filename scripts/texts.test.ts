/** Types check the keys that code uses; this checks what types cannot. */
import { expect, test } from 'vitest';
import { checkTexts, findingsIn } from './texts.mjs';

const en = { hello: 'Hello {{name}}', calls_one: '{{count}} call', calls_other: '{{count}} calls' };
const it = { hello: 'Ciao {{name}}', calls_one: '{{count}} chiamata', calls_other: '{{count}} chiamate' };

test('the texts of each feature have the same keys and placeholders in both languages', () => {
  expect(checkTexts()).toBe(true);
});

test.each([
  ['a missing text', { it: { ...it, hello: undefined } }, 'it.json: «hello» is missing.'],
  ['an empty text', { it: { ...it, hello: '' } }, 'it.json: «hello» is missing.'],
  ['a text that English does not have', { it: { ...it, bye: 'Ciao' } }, 'it.json: «bye» is not in en.json.'],
  [
    'another placeholder',
    { it: { ...it, hello: 'Ciao {{nome}}' } },
    'it.json: «hello» has other values than {{name}}.',
  ],
  ['an unknown text of a third language', { de: { bye: 'Tschüs' } }, 'de.json: «bye» is not in en.json.'],
])('reports %s', (_, change, finding) => {
  const folder = JSON.parse(JSON.stringify({ en, it, ...change })) as Record<string, Record<string, string>>;
  expect(findingsIn(folder)).toEqual([finding]);
});

test('a third language may lack texts, and have more plural forms', () => {
  expect(findingsIn({ en, it, pl: { calls_few: '{{count}} rozmowy', calls_many: '{{count}} rozmów' } })).toEqual([]);
});

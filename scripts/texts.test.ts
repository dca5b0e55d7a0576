/** Types check the keys that code uses; this checks what types cannot. */
import { expect, test } from 'vitest';
import { describedIn, proseFindingsIn, readProse } from './prose.mjs';
import { checkTexts, findingsIn, stopsIn, wordsIn } from './texts.mjs';
import { NEVER, TO_THE_LETTER, wordsNeverShown } from './words.mjs';

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

test.each([
  ['en', 'What you write stands here.', 'stands here'],
  ['en', 'Whoever scans it opens the link', 'Whoever'],
  ['en', 'Saved. Someone has changed it', '. Someone'],
  ['en', 'Waiting for the net', 'the net'],
  ['en', 'A new version is there', 'is there'],
  ['en', 'The calls did not load', 'did not load'],
  ['en', 'Help wanted', 'Help wanted'],
  ['it', 'Scegli una stanza', 'stanza'],
  ['it', 'Torna dal vivo', 'dal vivo'],
  ['it', 'Qui trovi ciò che vi scrivete.', 'Qui trovi ciò'],
])('finds in «%s» a turn that no screen has: %s', (language, text, turn) => {
  expect(wordsIn({ [language]: { line: text } }).join(' ')).toContain(
    `${language}.json: «line» has «${turn.replace('. ', '')}`,
  );
});

test('the same words are looked for in terms, in the page of the API, and in demo contents', () => {
  const places = readProse().map(({ place }) => place);
  for (const part of ['brands/earth/terms.json: en', 'packages/contracts/src/calls.ts', 'apps/server/demo/town.json'])
    expect(
      places.some((place) => place.startsWith(part)),
      part,
    ).toBe(true);
  const line = { place: 'terms.json: en', language: 'en', text: 'Nobody can open the room.' };
  expect(proseFindingsIn([line])).toEqual([
    'terms.json: en: «Nobody can open the room.» has «Nobody»: write «no one».',
    'terms.json: en: «Nobody can open the room.» has «the room»: write «chat».',
  ]);
  expect(proseFindingsIn([{ ...line, kind: 'prose' }])).toHaveLength(1);
});

test('what a declaration says of a call is found on its own line too', () => {
  expect(describedIn("summary: 'Starts a call',\n  summary:\n    'It\\'s over',\n description: `By ${one}`")).toEqual([
    'Starts a call',
    "It\\'s over",
    'By ${one}',
  ]);
});

test.each(['Changed by someone else', 'Add someone to the call', 'Anyone can open it', 'Is everyone in the call?'])(
  'lets pass: %s',
  (text) => expect(wordsIn({ en: { line: text } })).toEqual([]),
);

test.each([
  ['Couldn’t load the calls.', 'has a'],
  ['Couldn’t load the calls. Try again', 'lacks the'],
])('a failure ends like all others: %s', (text, fault) => {
  expect(stopsIn('texts', { en: { line: text } })).toEqual([`en.json: «line» ${fault} full stop at its end.`]);
});

test.each(['Couldn’t load the calls', 'Couldn’t load the calls. Try again.', 'Saved.'])(
  'lets the end pass: %s',
  (text) => expect(stopsIn('texts', { en: { line: text } })).toEqual([]),
);

test('a failure is known by its key too, and each error of the server is one', () => {
  expect(stopsIn('texts', { it: { loadFailed: 'Caricamento non riuscito.' } })).toHaveLength(1);
  expect(stopsIn('packages/contracts/src/texts', { en: { notFound: 'Not found.' } })).toHaveLength(1);
});

test('a text of the documents stays, and only those that have such a word are exceptions', () => {
  for (const [language, text] of TO_THE_LETTER) {
    expect(wordsNeverShown(language, text)).toEqual([]);
    expect(
      NEVER.some((never) => never.language === language && never.words.test(text)),
      text,
    ).toBe(true);
  }
});

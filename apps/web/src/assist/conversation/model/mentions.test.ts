import { expect, test } from 'vitest';
import { mentionAt, mentionedIn, partsWithMentions, suggestionsFor } from './mentions';

const people = ['Luca Moretti', 'Luca Moretti Bassi', 'Zoë O’Hara', 'Sara Conti'].map((name, index) => ({
  uniqueId: `id-${index}`,
  name,
}));
const [luca, bassi, zoe, sara] = people;

test.each([
  ['@', 1, { start: 0, typed: '' }],
  ['Ask @lu', 7, { start: 4, typed: 'lu' }],
  ['(@Luca Mo and more', 9, { start: 1, typed: 'Luca Mo' }],
  ['Ask @lu', 3, null],
  ['Ask @ lu', 8, null],
  ['mail@example.com', 9, null],
  ['@lu\nnext', 8, null],
  [`@${'x'.repeat(61)}`, 62, null],
])('in «%s», at %d, the mention that is typed is %o', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

test('people are suggested by the beginning of any part of their name, whatever its case and accents', () => {
  expect(suggestionsFor('zoe', people)).toEqual([zoe]);
  expect(suggestionsFor('con', people)).toEqual([sara]);
  expect(suggestionsFor('luca mor', people)).toEqual([luca, bassi]);
  expect(suggestionsFor('oretti', people)).toEqual([]);
  expect(
    suggestionsFor(
      '',
      Array.from({ length: 200 }, () => luca).filter((one) => one !== undefined),
    ),
  ).toHaveLength(6);
});

test('a text is split at whole names, and of two that begin alike the longer one counts', () => {
  const text = 'Hi @Luca Moretti Bassi, ask @Sara Conti! Not @Sara Contini, nor a@Sara Conti.';
  expect(partsWithMentions(text, people).map(({ text: part, person }) => [part, person?.name])).toEqual([
    ['Hi ', undefined],
    ['@Luca Moretti Bassi', 'Luca Moretti Bassi'],
    [', ask ', undefined],
    ['@Sara Conti', 'Sara Conti'],
    ['! Not @Sara Contini, nor a@Sara Conti.', undefined],
  ]);
  expect(partsWithMentions('', people)).toEqual([{ at: 0, text: '' }]);
});

test('each who is mentioned counts once', () => {
  expect(mentionedIn('@Sara Conti and @Zoë O’Hara, @Sara Conti!', people)).toEqual([sara?.uniqueId, zoe?.uniqueId]);
  expect(mentionedIn('Nobody', people)).toEqual([]);
});

test('a text full of signs mentions nobody', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ uniqueId: `${index}`, name: `Person ${index}` }));
  const signs = '@'.repeat(20_000);
  expect(partsWithMentions(signs, many)).toEqual([{ at: 0, text: signs }]);
  expect(mentionAt('@ '.repeat(10_000), 20_000)).toBeNull();
});

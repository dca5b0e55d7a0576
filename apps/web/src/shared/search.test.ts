import { expect, test } from 'vitest';
import { holds, placeIn } from './search';

test('ignores case and accents', () => {
  expect(holds('NICOLO', 'Nicolò Bianchi')).toBe(true);
  expect(holds(' bian ', 'Nicolò Bianchi')).toBe(true);
  expect(holds('rossi', 'Nicolò Bianchi', null, undefined)).toBe(false);
});

test('an empty search matches everything', () => {
  expect(holds(' ', null)).toBe(true);
});

test.each([
  ['Chiudi la càssa 2', 'CASSA', 'càssa'],
  ['È aperta', 'e', 'È'],
  // Letters in two code points; the second may be a combining accent.
  ['👷 perche\u0301 no', 'perché', 'perche\u0301'],
  ['Valve 2', ' 2 ', '2'],
])('«%s» holds «%s» as «%s»', (text, search, found) => {
  expect(text.slice(...(placeIn(text, search) ?? [0, 0]))).toBe(found);
});

test('returns null if the text does not match or the search is empty', () => {
  expect([placeIn('Valve 2', 'seal'), placeIn('Valve 2', ' ')]).toEqual([null, null]);
});

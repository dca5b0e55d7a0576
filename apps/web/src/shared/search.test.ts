import { expect, test } from 'vitest';
import { holds, placeIn } from './search';

test('case and accents do not count', () => {
  expect(holds('NICOLO', 'Nicolò Bianchi')).toBe(true);
  expect(holds(' bian ', 'Nicolò Bianchi')).toBe(true);
  expect(holds('rossi', 'Nicolò Bianchi', null, undefined)).toBe(false);
});

test('nothing searched finds everything', () => {
  expect(holds(' ', null)).toBe(true);
});

test.each([
  ['Chiudi la càssa 2', 'CASSA', 'càssa'],
  ['È aperta', 'e', 'È'],
  // Letters of two parts, of which the second may be an accent by itself.
  ['👷 perche\u0301 no', 'perché', 'perche\u0301'],
  ['Valve 2', ' 2 ', '2'],
])('«%s» holds «%s» as «%s»', (text, search, found) => {
  expect(text.slice(...(placeIn(text, search) ?? [0, 0]))).toBe(found);
});

test('what is not there, or not searched, is nowhere', () => {
  expect([placeIn('Valve 2', 'seal'), placeIn('Valve 2', ' ')]).toEqual([null, null]);
});

import { expect, test } from 'vitest';
import { isEnough, strengthOf } from './strength';

const known = ['Luca Moretti', 'luca.moretti@demo.example', 'Demo Water Works'];

test.each([
  ['', 'short'],
  ['caffè blu 12', 'fair'],
  ['caffè blu 1', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'guessable'],
  ['abcabcabcabcabc', 'guessable'],
  ['Luca Moretti Demo', 'guessable'],
  ['luca.moretti@demo.example', 'guessable'],
  ['under the grey pump', 'fair'],
  ['four words beside a grey pump', 'long'],
] as const)('«%s» is %s', (passphrase, strength) => {
  expect(strengthOf(passphrase, known)).toBe(strength);
});

test('refuses short and guessable passphrases', () => {
  expect((['short', 'guessable', 'fair', 'long'] as const).map(isEnough)).toEqual([false, false, true, true]);
});

import { expect, test } from 'vitest';
import { initialsOf } from './Avatar';

test.each([
  ['Luca Moretti', 'LM'],
  ['Maria Grazia della Valle', 'MV'],
  ['élodie', 'É'],
  ['e\u0301lodie', 'E\u0301'],
  ['👩🏽‍🔧 Rossi', '👩🏽‍🔧R'],
  ['🇮🇹', '🇮🇹'],
  ['नि', 'नि'],
  ['  ', ''],
  ['محمد (مهندس)', 'مم'],
  ['“Bibi” Rossi', 'BR'],
  ['- (', '-('],
  ['Anna Verdi (guest)', 'AV'],
  ['Anna Verdi (ospite)', 'AV'],
])('the initials of «%s» are «%s»', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

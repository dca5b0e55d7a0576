import { expect, test } from 'vitest';
import { csvOf } from './csv';

test('doubles quotes, and escapes text that looks like a formula', () => {
  expect(
    csvOf([
      ['The "big" one', 2],
      ['=1+1', 3],
      ['two\nlines', -4],
    ]),
  ).toBe('\uFEFF"The ""big"" one",2\r\n"\'=1+1",3\r\n"two\nlines",-4\r\n');
});

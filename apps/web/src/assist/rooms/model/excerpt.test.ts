import { expect, test } from 'vitest';
import { excerptOf } from './excerpt';

test.each([
  ['The seal drips', 'seal', ['The ', 'seal', ' drips']],
  ['Before you close the cover look at the seal once', 'seal', ['…look at the ', 'seal', ' once']],
  ['https://www.example.com/seal', 'seal', ['…', 'seal', '']],
])('of «%s» what stands around «%s» is shown, from a whole word on', (text, wanted, [before, found, after]) => {
  const from = text.indexOf(wanted);
  expect(excerptOf(text, [from, from + wanted.length])).toEqual({ before, found, after });
});

import { expect, test } from 'vitest';
import { excerptOf } from './excerpt';

test.each([
  ['The seal drips', 'seal', ['The ', 'seal', ' drips']],
  ['Before you close the cover look at the seal once', 'seal', ['…look at the ', 'seal', ' once']],
  ['https://www.example.com/seal', 'seal', ['…', 'seal', '']],
])('the excerpt of «%s» around «%s» starts at a word', (text, wanted, [before, found, after]) => {
  const from = text.indexOf(wanted);
  expect(excerptOf(text, [from, from + wanted.length])).toEqual({ before, found, after });
});

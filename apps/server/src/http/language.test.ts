import { expect, test } from 'vitest';
import { languageOf } from './language';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['it', 'it'],
  ['it-CH', 'it'],
  ['en-GB, it;q=0.9', 'en'],
  ['en;q=0.5, it;q=0.8', 'it'],
  ['fr, it;q=0.1', 'it'],
  ['it;q=0, en;q=0.1', 'en'],
  ['*', 'en'],
])('%s → %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

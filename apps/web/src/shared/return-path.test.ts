import { expect, test } from 'vitest';
import { isInside } from './return-path';

test.each(['/', '/people', '/people/1?x=y', '/settings'])('the way back may lead to %s', (path) => {
  expect(isInside(path)).toBe(true);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'people', '/login/', undefined, 7])(
  'the way back never leads to %s',
  (path) => {
    expect(isInside(path)).toBe(false);
  },
);

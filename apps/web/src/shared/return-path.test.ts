import { expect, test } from 'vitest';
import { isInside } from './return-path';

test.each(['/', '/people', '/people/1?x=y', '/settings'])('accepts %s as a return path', (path) => {
  expect(isInside(path)).toBe(true);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'people', '/login/', undefined, 7])(
  'refuses %s as a return path',
  (path) => {
    expect(isInside(path)).toBe(false);
  },
);

import { afterEach, expect, test, vi } from 'vitest';
import { rememberSignOn, takeSignOn } from './sign-on-memory';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('what a tab has kept is taken once', () => {
  expect(rememberSignOn({ secret: 'of-the-tab', to: '/people' })).toBe(true);
  expect(takeSignOn()).toEqual({ secret: 'of-the-tab', to: '/people' });
  expect(takeSignOn()).toBeNull();
});

test.each(['{', '{"to":"/people"}'])('%s, which is nothing that was kept, is none, and is forgotten', (kept) => {
  sessionStorage.setItem('signOn', kept);
  expect(takeSignOn()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a browser that forbids storage keeps nothing, which is no error', () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document', 'SecurityError');
  });
  expect(rememberSignOn({ secret: 'of-the-tab' })).toBe(false);
  expect(takeSignOn()).toBeNull();
});

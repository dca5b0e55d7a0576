import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import {
  APP_SIGN_ON_MS,
  createVerifier,
  forgetAppSignOn,
  isAppSignOnUnderWay,
  rememberAppSignOn,
  takeAppSignOn,
} from './app-sign-on';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a verifier is random, and its challenge the SHA-256 in base64url', async () => {
  const [one, other] = await Promise.all([createVerifier(), createVerifier()]);
  expect(one.verifier).toMatch(/^[\w-]{43}$/);
  expect(one.verifier).not.toBe(other.verifier);
  expect(one.challenge).toBe(createHash('sha256').update(one.verifier).digest('base64url'));
});

test('what was started is taken once, and survives the app', () => {
  expect(takeAppSignOn()).toBeNull();
  rememberAppSignOn({ verifier: 'v', to: '/people', email: 'luca@demo.example' });
  expect(sessionStorage.length).toBe(0);
  expect(isAppSignOnUnderWay()).toBe(true);
  expect(takeAppSignOn()).toMatchObject({ verifier: 'v', to: '/people', email: 'luca@demo.example' });
  expect([takeAppSignOn(), isAppSignOnUnderWay(), localStorage.length]).toEqual([null, false, 0]);
});

test('a cancelled one, and one from too long ago, are forgotten', () => {
  vi.useFakeTimers();
  rememberAppSignOn({ verifier: 'v' });
  forgetAppSignOn();
  expect(takeAppSignOn()).toBeNull();
  rememberAppSignOn({ verifier: 'v' });
  vi.advanceTimersByTime(APP_SIGN_ON_MS - 1);
  expect(isAppSignOnUnderWay()).toBe(true);
  vi.advanceTimersByTime(1);
  expect([isAppSignOnUnderWay(), takeAppSignOn()]).toEqual([false, null]);
});

test.each(['{', '{"to":"/people"}'])('%s, which is nothing that was kept, is none, and is forgotten', (kept) => {
  localStorage.setItem('appSignOn', kept);
  expect([isAppSignOnUnderWay(), takeAppSignOn(), localStorage.length]).toEqual([false, null, 0]);
});

test('a device that forbids storage keeps nothing, which is no error', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document', 'SecurityError');
  });
  expect(rememberAppSignOn({ verifier: 'v' })).toBe(false);
  expect([isAppSignOnUnderWay(), takeAppSignOn()]).toEqual([false, null]);
});

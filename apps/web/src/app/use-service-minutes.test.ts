import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../platform';
import { testProfile } from '../testing/people';
import { useServiceMinutes } from './use-service-minutes';

const renew = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no net')));

beforeEach(() => {
  vi.useFakeTimers();
  renew.mockClear();
  vi.spyOn(session, 'renewProfile').mockImplementation(renew);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(paidService: boolean) {
  session.store.setState({ status: 'signedIn', profile: { ...testProfile(), paidService } }, true);
  return renderHook(useServiceMinutes).unmount;
}
const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));

test('D5.1: fetches the rest of a paid service every five minutes, and when the page becomes visible', async () => {
  const leave = open(true);
  await pass(4);
  expect(renew).not.toHaveBeenCalled();
  await pass(1);
  expect(renew).toHaveBeenCalledOnce();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(renew).toHaveBeenCalledTimes(2);
  leave();
  await pass(10);
  expect(renew).toHaveBeenCalledTimes(2);
});

test('does not poll for a user without a paid service', async () => {
  const leave = open(false);
  await pass(10);
  expect(renew).not.toHaveBeenCalled();
  leave();
});

import type { PushEvent } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyPush, historyQuery } from './queries';
import { queries } from '../testing/scope';
import { currentScope } from '../platform';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const push = (messageType: 'TargetsChanged' | 'CallHandledByGroup' | 'EndedCall') =>
  applyPush(currentScope(), { messageType, messageContent: { callUniqueId: 'call-1' } } as PushEvent);

const isOfHistory = ([filters]: readonly unknown[]) =>
  (filters as { readonly queryKey: readonly string[] }).queryKey === historyQuery.queryKey;

function countRefreshes() {
  const invalidate = vi.spyOn(queries(), 'invalidateQueries').mockResolvedValue();
  return () => invalidate.mock.calls.filter(isOfHistory).length;
}

test.each(['TargetsChanged', 'CallHandledByGroup'] as const)(
  '%s refreshes the history once, however often it arrives',
  (messageType) => {
    const refreshes = countRefreshes();
    push(messageType);
    push(messageType);
    vi.advanceTimersByTime(999);
    expect(refreshes()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(refreshes()).toBe(1);
  },
);

test('refreshes the history at once when a call ends, and does not repeat it for the scheduled refresh', () => {
  const refreshes = countRefreshes();
  push('TargetsChanged');
  push('EndedCall');
  expect(refreshes()).toBe(1);
  vi.advanceTimersByTime(5000);
  expect(refreshes()).toBe(1);
});

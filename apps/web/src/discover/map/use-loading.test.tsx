import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLoading } from './use-loading';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('D2.59: the loading dialog closes 300 ms after loading', async () => {
  const { result, rerender } = renderHook(({ isReady }) => useLoading(isReady), { initialProps: { isReady: false } });
  await pass(5000);
  expect(result.current).toBe(true);
  rerender({ isReady: true });
  await pass(299);
  expect(result.current).toBe(true);
  await pass(1);
  expect(result.current).toBe(false);
});

test('opens again on a retry', async () => {
  const { result, rerender } = renderHook(({ isReady }) => useLoading(isReady), { initialProps: { isReady: true } });
  await pass(300);
  expect(result.current).toBe(false);
  rerender({ isReady: false });
  expect(result.current).toBe(true);
});

test('… or after 10 s at most, and stays closed', async () => {
  const { result, rerender } = renderHook(({ isReady }) => useLoading(isReady), { initialProps: { isReady: false } });
  await pass(9999);
  expect(result.current).toBe(true);
  await pass(1);
  expect(result.current).toBe(false);
  rerender({ isReady: true });
  await pass(300);
  expect(result.current).toBe(false);
});

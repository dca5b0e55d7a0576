import { afterEach, expect, test, vi } from 'vitest';
import { showToast, toastStore } from './toast';

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const words = () => toastStore.getState().toast?.words;

test.each([
  ['2 s', undefined, 2000],
  ['6 s where there is something to do', { label: 'Undo', run: () => undefined }, 6000],
])('D9.16: a toast stays: %s', (_, action, stayMs) => {
  vi.useFakeTimers();
  showToast('Saving Error', action);
  vi.advanceTimersByTime(stayMs - 1);
  expect(words()).toBe('Saving Error');
  vi.advanceTimersByTime(1);
  expect(words()).toBeUndefined();
});

test('the next toast replaces the current one, and stays for its own time', () => {
  vi.useFakeTimers();
  showToast('First');
  vi.advanceTimersByTime(1500);
  showToast('Second');
  vi.advanceTimersByTime(1999);
  expect(words()).toBe('Second');
  vi.advanceTimersByTime(1);
  expect(words()).toBeUndefined();
});

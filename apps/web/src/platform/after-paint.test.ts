import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './after-paint';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a task runs once, after the callbacks of the next frame', () => {
  const order: string[] = [];
  afterPaint(() => order.push('task'));
  requestAnimationFrame(() => order.push('callback of the frame'));
  vi.advanceTimersByTime(1_000);
  expect(order).toEqual(['callback of the frame', 'task']);
});

test('a task runs in a hidden page, which has no frames', () => {
  vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const task = vi.fn<() => void>();
  afterPaint(task);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
});

test('a cancelled task does not run', () => {
  const task = vi.fn<() => void>();
  afterPaint(task)();
  vi.advanceTimersByTime(1_000);
  expect(task).not.toHaveBeenCalled();
});

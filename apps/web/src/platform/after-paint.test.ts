import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './after-paint';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a task runs once, when the next frame is on the screen, and after the callbacks of the one that follows', () => {
  const order: string[] = [];
  afterPaint(() => order.push('task'));
  requestAnimationFrame(() => {
    order.push('next frame');
    requestAnimationFrame(() => order.push('the one that follows'));
  });
  vi.advanceTimersByTime(1_000);
  expect(order).toEqual(['next frame', 'the one that follows', 'task']);
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

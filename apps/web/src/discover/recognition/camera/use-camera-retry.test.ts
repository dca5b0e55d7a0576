import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CameraInUse } from '../../../shared/camera/use-live-camera';
import { useCameraRetry } from './use-camera-retry';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = vi.fn<() => Promise<void>>(async () => undefined);
const inState = (type: string) => ({ state: { type }, camera: { open } }) as unknown as CameraInUse;

test('D4.25, D9.12: a camera that is not ready is opened again after 1 s, and given up after three times', () => {
  open.mockReset();
  const onFailure = vi.fn<() => void>();
  const { rerender } = renderHook(({ type }) => useCameraRetry(inState(type), false, onFailure), {
    initialProps: { type: 'failed' },
  });
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(999);
    expect(open).toHaveBeenCalledTimes(times - 1);
    vi.advanceTimersByTime(1);
    expect(open).toHaveBeenCalledTimes(times);
    rerender({ type: 'opening' });
    rerender({ type: 'failed' });
  }
  expect(onFailure).toHaveBeenCalledOnce();
});

test('a camera that has opened has all of its tries again', () => {
  open.mockReset();
  const onFailure = vi.fn<() => void>();
  const { rerender } = renderHook(({ type }) => useCameraRetry(inState(type), false, onFailure), {
    initialProps: { type: 'failed' },
  });
  for (let times = 0; times < 5; times += 1) {
    vi.advanceTimersByTime(1_000);
    rerender({ type: 'open' });
    rerender({ type: 'failed' });
  }
  expect([open.mock.calls.length, onFailure.mock.calls.length]).toEqual([5, 0]);
});

test('a camera that does not start ends nothing while a picture is being chosen or searched', () => {
  const onFailure = vi.fn<() => void>();
  const { rerender } = renderHook(({ type }) => useCameraRetry(inState(type), true, onFailure), {
    initialProps: { type: 'failed' },
  });
  for (let times = 0; times < 4; times += 1) {
    vi.advanceTimersByTime(1_000);
    rerender({ type: 'opening' });
    rerender({ type: 'failed' });
  }
  expect(onFailure).not.toHaveBeenCalled();
});

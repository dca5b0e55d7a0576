import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecognitionThread } from '../offline/recognition-thread';
import { useSharpness } from './use-sharpness';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [480, 640, 480],
  [1_024, 900, 700],
])('the picture is measured in the size of a photograph within %i × %i', async (width, height, side) => {
  const bitmap = vi.fn(async (..._: readonly unknown[]) => ({}));
  vi.stubGlobal('createImageBitmap', bitmap);
  const box = () => ({ left: 0, top: 0, width: 700, height: 700 });
  const video = {
    current: { readyState: 4, videoWidth: 700, videoHeight: 700, getBoundingClientRect: box } as HTMLVideoElement,
  };
  const mask = { current: { getBoundingClientRect: box } as HTMLElement };
  const thread = { run: async () => 150, stop() {} } as unknown as RecognitionThread;
  const { result } = renderHook(() => useSharpness(thread, { video, mask, bounds: { width, height } }, true));
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  await waitFor(() => expect(result.current).toBe(150));
  expect(bitmap.mock.calls[0]?.[5]).toEqual({ resizeWidth: side, resizeHeight: side });
});

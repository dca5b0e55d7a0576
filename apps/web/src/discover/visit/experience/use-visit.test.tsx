import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { beginScope, PresentScope } from '../../../testing/scope';
import { standInShell } from '../../../testing/shell';
import { startVision, type Vision } from '../../vision';
import { useVisit } from './use-visit';

vi.mock('../../vision');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const visionWith = (stop: () => void) => ({ stop, views: [{}] }) as unknown as Vision;

test('the end of a session stops the engine of a visit, which starts again for the next user', async () => {
  const stops = [vi.fn<() => void>(), vi.fn<() => void>()] as const;
  for (const stop of stops) vi.mocked(startVision).mockResolvedValueOnce(visionWith(stop));
  const { result, unmount } = renderHook(() => useVisit('a'), { wrapper: PresentScope });
  const isReady = () => expect(result.current.loading.type).toBe('ready');
  await waitFor(isReady);
  act(() => void beginScope());
  expect(stops[0]).toHaveBeenCalledOnce();
  await waitFor(() => expect(startVision).toHaveBeenCalledTimes(2));
  await waitFor(isReady);
  expect(stops[1]).not.toHaveBeenCalled();
  unmount();
  expect(stops[1]).toHaveBeenCalledOnce();
});

test('a visit that is left while the engine starts stops it', async () => {
  const stop = vi.fn<() => void>();
  let start: (vision: Vision) => void = () => undefined;
  vi.mocked(startVision)
    .mockReset()
    .mockReturnValueOnce(new Promise((resolve) => (start = resolve)));
  const { unmount } = renderHook(() => useVisit('a'), { wrapper: PresentScope });
  await waitFor(() => expect(startVision).toHaveBeenCalled());
  unmount();
  start(visionWith(stop));
  await waitFor(() => expect(stop).toHaveBeenCalled());
});

test('a model whose views cannot be recognized says so', async () => {
  const vision = { stop: () => undefined, views: [] } as unknown as Vision;
  vi.mocked(startVision).mockReset().mockResolvedValueOnce(vision);
  const { result } = renderHook(() => useVisit('a'), { wrapper: PresentScope });
  await waitFor(() => expect(result.current.loading).toEqual({ type: 'failed', problem: 'noViews' }));
});

test('D9.28, D4.16: the download begins 300 ms after the dialog has opened, which closes 500 ms after 100 %', async () => {
  vi.useFakeTimers();
  vi.mocked(startVision)
    .mockReset()
    .mockImplementationOnce(async ({ onProgress }) => {
      onProgress(1);
      return visionWith(() => undefined);
    });
  const { result } = renderHook(() => useVisit('a'), { wrapper: PresentScope });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(299);
  expect(startVision).not.toHaveBeenCalled();
  await pass(1);
  expect(result.current.loading).toEqual({ type: 'loading', share: 1 });
  await pass(499);
  expect(result.current.loading.type).toBe('loading');
  await pass(1);
  expect(result.current.loading.type).toBe('ready');
});

test('D4.16: the shell asks for storage before the download; refused, nothing is downloaded', async () => {
  vi.mocked(startVision).mockReset();
  let publicStorage = 'denied';
  const permission = () => ({ publicStorage });
  standInShell({ Filesystem: { checkPermissions: permission, requestPermissions: permission } });
  const { result } = renderHook(() => useVisit('a'), { wrapper: PresentScope });
  await waitFor(() => expect(result.current.loading).toEqual({ type: 'refused' }));
  expect(startVision).not.toHaveBeenCalled();
  publicStorage = 'granted';
  act(result.current.retry);
  await waitFor(() => expect(startVision).toHaveBeenCalledOnce());
});

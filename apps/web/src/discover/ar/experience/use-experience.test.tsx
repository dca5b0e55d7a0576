import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { beginScope, PresentScope } from '../../../testing/scope';
import { standInShell } from '../../../testing/shell';
import type { Vision } from '../../vision';
import { loadExperience } from '../model/load-experience';
import { useExperience } from './use-experience';

vi.mock('../model/load-experience');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the end of a session stops the engine, which starts again for who comes next', async () => {
  const stops = [vi.fn<() => void>(), vi.fn<() => void>()];
  for (const stop of stops)
    vi.mocked(loadExperience).mockResolvedValueOnce({ vision: { stop } as unknown as Vision, markers: new Map() });
  const { result } = renderHook(() => useExperience(null, true), { wrapper: PresentScope });
  await waitFor(() => expect(result.current.loading.type).toBe('ready'));
  act(() => {
    beginScope();
    // The engine rejects its frame when it is stopped.
    result.current.fail();
  });
  expect(stops[0]).toHaveBeenCalledOnce();
  await waitFor(() => expect(loadExperience).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(result.current.loading.type).toBe('ready'));
  expect(stops[1]).not.toHaveBeenCalled();
});

test('D9.28, D4.15: markers are downloaded 300 ms after the dialog has opened, which closes 500 ms after 100 %', async () => {
  vi.useFakeTimers();
  const vision = { stop: () => undefined } as unknown as Vision;
  vi.mocked(loadExperience).mockReset().mockResolvedValueOnce({ vision, markers: new Map() });
  const { result } = renderHook(() => useExperience(null, true), { wrapper: PresentScope });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(299);
  expect(loadExperience).not.toHaveBeenCalled();
  await pass(1);
  expect(result.current.loading).toEqual({ type: 'loading', share: 1 });
  await pass(499);
  expect(result.current.loading.type).toBe('loading');
  await pass(1);
  expect(result.current.loading.type).toBe('ready');
});

test('D4.15: the shell asks for storage before the download; refused, nothing is downloaded', async () => {
  vi.mocked(loadExperience).mockReset();
  let publicStorage = 'denied';
  const permission = () => ({ publicStorage });
  standInShell({ Filesystem: { checkPermissions: permission, requestPermissions: permission } });
  const { result } = renderHook(() => useExperience(null, true), { wrapper: PresentScope });
  await waitFor(() => expect(result.current.loading).toEqual({ type: 'refused' }));
  expect(loadExperience).not.toHaveBeenCalled();
  publicStorage = 'granted';
  act(result.current.retry);
  await waitFor(() => expect(loadExperience).toHaveBeenCalledOnce());
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../platform';
import { giveConfig } from '../../../testing/config';
import { testItem } from '../../../testing/contents';
import { PresentScope } from '../../../testing/scope';
import { useRecognition } from './use-recognition';

const predict = vi.spyOn(api, 'predict');
const thread = { run: async () => null, stop: () => undefined } as never;
const catalogue = { modelCode: 'TILES', customerCode: null };
const photograph = async () => ({ file: new Blob(['jpeg']), width: 480, height: 480 });

function resultOf(id: number) {
  const { content, brand, skin } = testItem({ id });
  const found = { distance: 0.1, similarity: 96, isMatch: true, pictureUrl: null, region: null };
  return { ...found, content: { ...content, adminId: null }, brand, skin, mediaActions: [], group: { id, title: '' } };
}

beforeEach(() => {
  giveConfig({
    recognition: { width: 480, height: 640, maxResults: 10, measuresQuality: false, debug: false, resultView: 'LIST' },
  });
  Object.assign(URL, { createObjectURL: () => 'blob:photograph', revokeObjectURL: () => undefined });
  predict.mockReset().mockResolvedValue([resultOf(3)]);
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function start() {
  const onResults = vi.fn<() => void>();
  const options = { catalogue, info: undefined, thread, search: null, tolerance: 130, onResults };
  const { result } = renderHook(() => useRecognition(options), { wrapper: PresentScope });
  return { result, onResults };
}

test('D9.12: the photograph is shown for 200 ms before its results', async () => {
  const { result, onResults } = start();
  await act(async () => {
    void result.current.start(photograph);
    await vi.advanceTimersByTimeAsync(199);
  });
  expect(predict).toHaveBeenCalledOnce();
  expect([onResults.mock.calls.length, result.current.isSearching]).toEqual([0, true]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([onResults.mock.calls.length, result.current.isSearching]).toEqual([1, false]);
});

test('a search that was cancelled shows neither results nor an alert', async () => {
  const { result, onResults } = start();
  await act(async () => {
    void result.current.start(photograph);
    await vi.advanceTimersByTimeAsync(100);
    result.current.cancel();
    await vi.advanceTimersByTimeAsync(1000);
  });
  expect(onResults).not.toHaveBeenCalled();
  expect([result.current.alert, result.current.isSearching]).toEqual([null, false]);
});

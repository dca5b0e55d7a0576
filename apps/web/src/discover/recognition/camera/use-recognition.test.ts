import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { api } from '../../../platform';
import { logLines } from '../../../platform/app-log';
import * as reading from '../../../platform/data-url';
// Otherwise loaded with the first photograph, while the timers of the test stand still.
import '../../../platform/native/call-plugin';
import '../../../platform/native/image-quality';
import { giveConfig } from '../../../testing/config';
import { testItem } from '../../../testing/contents';
import { PresentScope } from '../../../testing/scope';
import { standInShell } from '../../../testing/shell';
import { useRecognition } from './use-recognition';

let predict: MockInstance<typeof api.predict>;
const thread = { run: async () => null, stop: () => undefined } as never;
const catalogue = { modelCode: 'TILES', customerCode: null };
const photograph = async () => ({ file: new Blob(['jpeg']), width: 480, height: 480 });

function resultOf(id: number) {
  const { content, brand, skin } = testItem({ id });
  const found = { distance: 0.1, similarity: 96, isMatch: true, pictureUrl: null, region: null };
  return { ...found, content: { ...content, adminId: null }, brand, skin, mediaActions: [], group: { id, title: '' } };
}

const setMeasuring = (measuresQuality: boolean) =>
  giveConfig({
    recognition: { width: 480, height: 640, maxResults: 10, measuresQuality, debug: false, resultView: 'LIST' },
  });

beforeEach(() => {
  setMeasuring(false);
  Object.assign(URL, { createObjectURL: () => 'blob:photograph', revokeObjectURL: () => undefined });
  predict = vi.spyOn(api, 'predict').mockResolvedValue([resultOf(3)]);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

test.each([
  [1, null, 1],
  [0, { problem: 'badQuality' }, 0],
  [-1, { problem: 'errorOpening' }, 0],
] as const)(
  'D5.20: in the shell the device measures a photograph before it is sent: %s',
  async (quality, alert, sent) => {
    setMeasuring(true);
    vi.spyOn(reading, 'readAsDataUrl').mockResolvedValue('data:image/jpeg;base64,anBlZw==');
    const shell = standInShell({ ImageQuality: { check: () => ({ quality }) } });
    const { result } = start();
    await act(async () => {
      void result.current.start(photograph);
      await vi.advanceTimersByTimeAsync(1000);
    });
    expect(shell.optionsOf('ImageQuality', 'check')).toEqual([{ data: 'anBlZw==', tolerance: 130 }]);
    expect([result.current.alert, predict.mock.calls.length]).toEqual([alert, sent]);
  },
);

test('without the plugin the app measures by itself, and the log says so', async () => {
  setMeasuring(true);
  vi.spyOn(reading, 'readAsDataUrl').mockResolvedValue('data:;base64,');
  vi.stubGlobal('createImageBitmap', async () => ({}));
  standInShell({});
  const { result } = start();
  await act(async () => {
    void result.current.start(photograph);
    await vi.advanceTimersByTimeAsync(1000);
  });
  // The thread of this test measures nothing, which is less than any tolerance.
  expect(result.current.alert).toEqual({ problem: 'badQuality' });
  expect(logLines().at(-1)?.words).toBe('PluginNotFoundError: ImageQuality: The app was built without ImageQuality');
});

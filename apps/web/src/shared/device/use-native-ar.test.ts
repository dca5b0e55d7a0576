import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { logLines } from '../../platform/app-log';
import { startNativeVisit } from '../../platform/native/ar-recognition';
import { type NativeMethod, NativeRejection, type NativePlugin, silent, standInShell } from '../../testing/shell';
import { useNativeAr } from './use-native-ar';

const done: NativeMethod = () => undefined;
const vendor: NativePlugin = { downloadModel: done, startDiscover: done };
const storage = (publicStorage: string) => {
  const permission = () => ({ publicStorage });
  return { checkPermissions: permission, requestPermissions: permission };
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const onStarted = vi.fn<() => void>();
  const rendered = renderHook(() =>
    useNativeAr((progress) => startNativeVisit({ externalId: 'model-1', color: '#29c885' }, progress), onStarted),
  );
  return { ...rendered, onStarted };
}
const lastLine = () => logLines().at(-1)?.words;

test('D4.29: a build with an AR SDK uses it, and shows how far its download is', async () => {
  let finish: () => void = () => undefined;
  const downloadModel = () => new Promise<void>((resolve) => (finish = resolve));
  const shell = standInShell({ ArRecognition: { ...vendor, downloadModel }, Filesystem: storage('granted') });
  const { result, onStarted } = start();
  await waitFor(() => expect(shell.optionsOf('ArRecognition', 'downloadModel')).toHaveLength(1));
  act(() => shell.emit('ArRecognition', 'progress', { share: 0.4 }));
  expect([result.current, onStarted.mock.calls.length]).toEqual([{ isOwn: false, share: 0.4 }, 0]);
  finish();
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect(result.current.isOwn).toBe(false);
});

test('A1.14: without one, and in a browser, the own engine is used at once', () => {
  expect(start().result.current.isOwn).toBe(true);
  standInShell({ Filesystem: storage('granted') });
  expect(start().result.current.isOwn).toBe(true);
});

test.each(['downloadModel', 'startDiscover'])(
  'if it fails at %s, the own engine is used, and the log says why',
  async (method) => {
    const fail = () => {
      throw new NativeRejection('no licence');
    };
    standInShell({ ArRecognition: { ...vendor, [method]: fail }, Filesystem: storage('granted') });
    const { result, onStarted } = start();
    await waitFor(() => expect(result.current.isOwn).toBe(true));
    expect([lastLine(), onStarted.mock.calls.length]).toEqual(['PluginError: ArRecognition: no licence', 0]);
  },
);

test('one that is silent for 20 s is not waited for', async () => {
  vi.useFakeTimers();
  standInShell({ ArRecognition: { ...vendor, downloadModel: silent }, Filesystem: storage('granted') });
  const { result } = start();
  await act(() => vi.advanceTimersByTimeAsync(19_999));
  expect(result.current.isOwn).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([result.current.isOwn, lastLine()]).toEqual([
    true,
    'PluginSilentError: ArRecognition: ArRecognition has not answered for 20 s',
  ]);
});

test('without the permission for storage it downloads nothing, and the own engine says so', async () => {
  const shell = standInShell({ ArRecognition: vendor, Filesystem: storage('denied') });
  const { result } = start();
  await waitFor(() => expect(result.current.isOwn).toBe(true));
  expect(shell.optionsOf('ArRecognition', 'downloadModel')).toEqual([]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { type NativeMethod, type NativePlugin, silent, standInShell } from '../../testing/shell';
import { startNativeScenes, startNativeVisit } from './ar-recognition';

const done: NativeMethod = () => undefined;
const vendor: NativePlugin = { downloadModel: done, downloadMarkers: done, startDiscover: done, startScenes: done };
const visit = { externalId: 'model-1', color: '#29c885' };
const progress = (onProgress: (share: number) => void = () => undefined, signal = new AbortController().signal) => ({
  onProgress,
  signal,
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

const ofServer = () => {
  document.head.innerHTML = '<meta name="earth-server" content="https://help.example.com" />';
};

test('D4.29, D7.23: a visit is downloaded from the host by the external id, then started with the prefixes and the colour', async () => {
  ofServer();
  const shell = standInShell({ ArRecognition: vendor });
  await startNativeVisit(visit, progress());
  const host = 'https://help.example.com';
  expect(shell.optionsOf('ArRecognition', 'downloadModel')).toEqual([{ host, externalId: 'model-1' }]);
  expect(shell.optionsOf('ArRecognition', 'startDiscover')).toEqual([
    {
      host,
      externalId: 'model-1',
      contentQuery: `${host}/api/infocontents/`,
      keypointQuery: `${host}/api/discover/keypoint/`,
      color: '#29c885',
    },
  ]);
  expect(shell.listeners('ArRecognition', 'progress')).toBe(0);
});

test.each([
  [null, '-1'],
  ['c-1', 'c-1'],
])('D4.29: markers are those of the company %s: %s', async (companyId, sent) => {
  ofServer();
  const shell = standInShell({ ArRecognition: vendor });
  await startNativeScenes({ sceneId: 7, companyId }, progress());
  expect(shell.optionsOf('ArRecognition', 'downloadMarkers')).toMatchObject([{ companyId: sent }]);
  expect(shell.optionsOf('ArRecognition', 'startScenes')).toMatchObject([{ companyId: sent, sceneId: 7 }]);
});

test('a download may take minutes while there is progress, and not 20 s without', async () => {
  vi.useFakeTimers();
  const shell = standInShell({ ArRecognition: { ...vendor, downloadModel: silent } });
  const shares: number[] = [];
  const settled = vi.fn<(error: unknown) => void>();
  startNativeVisit(
    visit,
    progress((share) => shares.push(share)),
  ).catch(settled);
  for (const share of [0.1, 0.2, 0.3]) {
    await vi.advanceTimersByTimeAsync(19_000);
    shell.emit('ArRecognition', 'progress', { share });
  }
  await vi.advanceTimersByTimeAsync(19_999);
  expect([shares, settled.mock.calls.length]).toEqual([[0.1, 0.2, 0.3], 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(settled.mock.lastCall?.[0]).toMatchObject({ name: 'PluginSilentError' });
});

test('who has left meanwhile finds no camera open', async () => {
  const leaving = new AbortController();
  const downloadModel = () => leaving.abort();
  const shell = standInShell({ ArRecognition: { ...vendor, downloadModel } });
  await expect(startNativeVisit(visit, progress(undefined, leaving.signal))).rejects.toBe(leaving.signal.reason);
  expect(shell.optionsOf('ArRecognition', 'startDiscover')).toEqual([]);
});

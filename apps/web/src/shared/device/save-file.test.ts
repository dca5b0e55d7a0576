import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as downloads from '../../platform/storage/save-file';
import { NativeRejection, shellFiles, standInShell } from '../../testing/shell';
import { toastStore } from '../toast';
import { saveFile, saveUrl } from './save-file';
// Loaded on demand.
import './save-in-shell';

const words = () => toastStore.getState().toast?.words;
const table = new Blob(['a;b'], { type: 'text/csv' });

beforeEach(() => toastStore.setState({ toast: null }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a browser downloads the file', () => {
  const download = vi.spyOn(downloads, 'saveFile').mockReturnValue();
  saveFile(table, 'people.csv');
  expect(download).toHaveBeenCalledWith(table, 'people.csv');
});

test('A1.13: the shell offers the phone’s files by its sheet, as its web view downloads nothing', async () => {
  const download = vi.spyOn(downloads, 'saveFile').mockReturnValue();
  const { written, Filesystem } = shellFiles();
  const share = vi.fn(() => ({}));
  standInShell({ Filesystem, Share: { canShare: () => ({ value: true }), share } });
  saveFile(table, 'people.csv');
  await vi.waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect([...written.keys()].some((path) => path.endsWith('people.csv'))).toBe(true);
  expect(download).not.toHaveBeenCalled();
  saveUrl(`data:text/plain;base64,${btoa('a picture')}`, 'picture.txt');
  await vi.waitFor(() => expect(share).toHaveBeenCalledTimes(2));
});

test.each([
  [
    'A1.14: without the plugin it says so',
    { Filesystem: shellFiles().Filesystem },
    'This app can’t do that: it was built without “Share”.',
  ],
  [
    'a sheet that fails is said',
    {
      Filesystem: shellFiles().Filesystem,
      Share: {
        canShare: () => ({ value: true }),
        share: () => {
          throw new NativeRejection('no app');
        },
      },
    },
    '“people.csv” couldn’t be saved.',
  ],
])('%s', async (_, plugins, expected) => {
  standInShell(plugins);
  saveFile(table, 'people.csv');
  await vi.waitFor(() => expect(words()).toBe(expected));
});

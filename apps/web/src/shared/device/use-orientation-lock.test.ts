import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { logLines } from '../../platform/app-log';
import { lockOrientation } from '../../platform/native/orientation';
import { standInShell } from '../../testing/shell';
import { useOrientationLock } from './use-orientation-lock';

afterEach(() => vi.unstubAllGlobals());

const ScreenOrientation = {
  orientation: () => ({ type: 'portrait-primary' }),
  lock: () => undefined,
  unlock: () => undefined,
};
const LOCKED = ['ScreenOrientation.orientation', 'ScreenOrientation.lock'];

test('A1.13: the screen stays as it is as long as somebody needs it, and turns again afterwards', async () => {
  const shell = standInShell({ ScreenOrientation });
  const [ofCall, ofAr] = [await lockOrientation(), await lockOrientation()];
  expect(shell.calls).toEqual(LOCKED);
  expect(shell.optionsOf('ScreenOrientation', 'lock')).toEqual([{ orientation: 'portrait-primary' }]);
  await ofAr();
  // Once more changes nothing.
  await ofAr();
  expect(shell.calls).toEqual(LOCKED);
  await ofCall();
  expect(shell.calls).toEqual([...LOCKED, 'ScreenOrientation.unlock']);
});

test('released before it is locked, the screen is not left locked', async () => {
  const shell = standInShell({ ScreenOrientation });
  const { unmount } = renderHook(useOrientationLock, { initialProps: true });
  unmount();
  await vi.waitFor(() => expect(shell.calls).toEqual([...LOCKED, 'ScreenOrientation.unlock']));
});

test('without the plugin the app goes on, and the log says so', async () => {
  standInShell({});
  renderHook(useOrientationLock, { initialProps: true }).unmount();
  await vi.waitFor(() => expect(logLines().at(-1)?.words).toMatch(/^PluginNotFoundError: ScreenOrientation/));
});

test('a browser locks the screen itself, and one that refuses is no failure', async () => {
  const before = logLines().length;
  const lock = vi.fn<(type: string) => Promise<void>>().mockRejectedValueOnce(new DOMException('', 'SecurityError'));
  const unlock = vi.fn<() => void>();
  vi.stubGlobal('screen', { orientation: { type: 'landscape-primary', lock, unlock } });
  renderHook(useOrientationLock, { initialProps: true }).unmount();
  await vi.waitFor(() => expect(lock).toHaveBeenCalledOnce());
  lock.mockResolvedValue();
  renderHook(useOrientationLock, { initialProps: true }).unmount();
  await vi.waitFor(() => expect(unlock).toHaveBeenCalledOnce());
  expect(lock.mock.lastCall).toEqual(['landscape-primary']);
  expect(logLines()).toHaveLength(before);
});

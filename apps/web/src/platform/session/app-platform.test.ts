import { afterEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { thisDevice } from '..';
import { platformType } from './app-platform';

afterEach(() => vi.unstubAllGlobals());

test.each(['ios', 'android'] as const)('a device in the shell signs in as what it is: %s', (platform) => {
  standInShell({}, platform);
  expect(thisDevice().appOs).toBe(platform);
});

test('a browser signs in as one, and so does a shell that does not say which it is', () => {
  expect([thisDevice().appOs, platformType()]).toEqual(['web', 6]);
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true });
  expect([thisDevice().appOs, platformType()]).toEqual(['web', 1]);
});

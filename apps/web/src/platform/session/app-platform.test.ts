import { afterEach, expect, test, vi } from 'vitest';
import { standInShell } from '../../testing/shell';
import { thisDevice } from '..';
import { platformType } from './app-platform';

afterEach(() => vi.unstubAllGlobals());

test.each(['ios', 'android'] as const)('a device in the shell signs in with its platform: %s', (platform) => {
  standInShell({}, platform);
  expect(thisDevice().appOs).toBe(platform);
});

test('a browser signs in as `web`, and so does a shell that does not report its platform', () => {
  expect([thisDevice().appOs, platformType()]).toEqual(['web', 6]);
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true });
  expect([thisDevice().appOs, platformType()]).toEqual(['web', 1]);
});

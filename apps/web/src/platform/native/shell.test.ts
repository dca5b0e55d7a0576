import { afterEach, expect, test, vi } from 'vitest';
import { reportMissingPlugin } from '../../shared/missing-plugin';
import { setLanguage } from '../../shared/i18n';
import { standInShell } from '../../testing/shell';
import { toastStore } from '../../shared/toast';
import { openFile } from './open-file';
import { shareFile, shareLink } from './share';
import { PluginNotFoundError } from './shell';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['opening a file', 'FileOpener', async () => openFile('P-204.pdf', 'application/pdf')],
  ['sharing a link', 'Share', () => shareLink('P-204', 'https://earth.example')],
  ['sharing a file', 'Share', async () => shareFile('P-204.pdf')],
])('A1.14: %s raises a plugin-not-found error if the capability is missing', async (_, plugin, ask) => {
  standInShell({});
  const error: unknown = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PluginNotFoundError);
  expect(error).toMatchObject({ plugin });
});

test.each([
  ['en', 'This app can’t do that: it was built without “Share”.'],
  ['it', 'Questa app non può farlo: è stata creata senza «Share».'],
] as const)('shows only a missing plugin to the user, in «%s»', async (language, words) => {
  setLanguage(language);
  reportMissingPlugin(new PluginNotFoundError('Share'));
  expect(toastStore.getState().toast?.words).toBe(words);
  expect(() => reportMissingPlugin(new Error('other'))).toThrow('other');
});

test.each([
  ['FileOpener', async () => openFile('P-204.pdf', 'application/pdf')],
  ['Share', async () => shareFile('P-204.pdf')],
])('without the file system plugin, %s fails before the file is fetched', async (plugin, ask) => {
  standInShell({ [plugin]: {} });
  await expect(ask()).rejects.toMatchObject({ plugin: 'Filesystem' });
});

import { afterEach, expect, test, vi } from 'vitest';
import { reportPluginError } from '../../shared/plugin-error';
import { setLanguage } from '../../shared/i18n';
import { standInShell } from '../../testing/shell';
import { toastStore } from '../../shared/toast';
import { openFile } from './open-file';
import { shareFile, shareLink } from './share';
import { hasPlugin, needPlugin, PluginError, PluginNotFoundError, PluginSilentError } from './shell';

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
  ['en', 'This app can’t do that: it was built without “Share”.', new PluginNotFoundError('Share')],
  ['it', 'Questa app non può farlo: è stata creata senza «Share».', new PluginNotFoundError('Share')],
  ['en', '“Share” isn’t responding. Close the app and open it again.', new PluginSilentError('Share', 20)],
  ['it', '«Share» non risponde. Chiudi l’app e riaprila.', new PluginSilentError('Share', 20)],
  ['en', '“Share” failed: no app', new PluginError('Share', 'no app')],
  ['it', '«Share» non ha funzionato: nessuna app', new PluginError('Share', 'nessuna app')],
] as const)('shows an error of a plugin to the user, and no other, in «%s»: %s', (language, words, error) => {
  setLanguage(language);
  reportPluginError(error);
  expect(toastStore.getState().toast?.words).toBe(words);
  expect(() => reportPluginError(new Error('other'))).toThrow('other');
});

test('a plugin that the build holds back counts as missing', () => {
  standInShell({ PushNotifications: {}, Share: {} });
  document.head.innerHTML = '<meta name="earth-without" content="PushNotifications">';
  expect([hasPlugin('PushNotifications'), hasPlugin('Share')]).toEqual([false, true]);
  expect(() => needPlugin('PushNotifications')).toThrow(PluginNotFoundError);
  document.head.innerHTML = '';
});

test.each([
  ['FileOpener', async () => openFile('P-204.pdf', 'application/pdf')],
  ['Share', async () => shareFile('P-204.pdf')],
])('without the file system plugin, %s fails before the file is fetched', async (plugin, ask) => {
  standInShell({ [plugin]: {} });
  await expect(ask()).rejects.toMatchObject({ plugin: 'Filesystem' });
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { toastStore } from '../../shared/toast';
import { NativeRejection, standInShell } from '../../testing/shell';
import { RefusedDialog, StorageRefused } from './RefusedDialog';

afterEach(() => {
  setLanguage('en');
  vi.unstubAllGlobals();
});

test.each([
  ['en', 'Error', /use this device’s storage/, 'Open settings'],
  ['it', 'Errore', /usare la memoria del dispositivo/, 'Apri le impostazioni'],
] as const)(
  'D4.15, D4.16: refused storage is an alert titled «Error», and leads to the settings, in «%s»',
  async (language, title, words, settings) => {
    setLanguage(language);
    const shell = standInShell({ Permissions: { openSettings: () => undefined } });
    const onRetry = vi.fn<() => void>();
    render(<StorageRefused onLeave={() => undefined} onRetry={onRetry} />);
    expect(screen.getByRole('dialog', { name: title })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toMatch(words);
    fireEvent.click(screen.getByRole('button', { name: settings }));
    await vi.waitFor(() => expect(shell.optionsOf('Permissions', 'openSettings')).toEqual([{ page: 'app' }]));
    cleanup();
  },
);

test('a shell that cannot open the settings says so, and one without the plugin does not offer it', async () => {
  const openSettings = () => {
    throw new NativeRejection('no settings');
  };
  standInShell({ Permissions: { openSettings } });
  const dialog = <RefusedDialog line="The camera is blocked" onLeave={() => undefined} onRetry={() => undefined} />;
  const { unmount } = render(dialog);
  fireEvent.click(screen.getByRole('button', { name: 'Open settings' }));
  await vi.waitFor(() => expect(toastStore.getState().toast?.words).toMatch(/no settings/));
  unmount();
  standInShell({});
  render(dialog);
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
});

test('a browser shows the steps of this browser', () => {
  render(<RefusedDialog line="The camera is blocked" onLeave={() => undefined} onRetry={() => undefined} />);
  expect(screen.getByText(/^To allow it in/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
});

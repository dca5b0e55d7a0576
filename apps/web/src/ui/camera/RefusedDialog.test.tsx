import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { toastStore } from '../../shared/toast';
import { standInShell } from '../../testing/shell';
import { RefusedDialog, StorageRefused } from './RefusedDialog';

afterEach(() => {
  setLanguage('en');
  vi.unstubAllGlobals();
});

test.each([
  ['en', 'Error', /needs your permission for the storage/, 'Open settings'],
  ['it', 'Errore', /serve il consenso all’archiviazione/, 'Apri le impostazioni'],
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

test('a shell that cannot open the settings says so', async () => {
  standInShell({});
  render(<RefusedDialog line="The camera is blocked" onLeave={() => undefined} onRetry={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Open settings' }));
  await vi.waitFor(() => expect(toastStore.getState().toast?.words).toMatch(/built without “Permissions”/));
});

test('a browser shows the steps of this browser', () => {
  render(<RefusedDialog line="The camera is blocked" onLeave={() => undefined} onRetry={() => undefined} />);
  expect(screen.getByText(/^To allow it in/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open settings' })).toBeNull();
});

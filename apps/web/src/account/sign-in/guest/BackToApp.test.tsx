import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { standInShell } from '../../../testing/shell';
import { BackToApp } from './BackToApp';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the mobile app has a way back from a guest link, a browser needs none', () => {
  setLanguage('en');
  const { unmount } = render(<BackToApp />);
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  standInShell({});
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  render(<BackToApp />);
  fireEvent.click(screen.getByRole('button', { name: 'Back to the app' }));
  expect(assign).toHaveBeenCalledWith('/');
});

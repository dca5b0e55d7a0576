import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { ShortcutsDialog } from './ShortcutsDialog';
import { areSingleKeyShortcutsOn, setSingleKeyShortcuts } from '../../shared/shortcuts/single-key-shortcuts';

beforeEach(() => setLanguage('en'));
afterEach(() => setSingleKeyShortcuts(true));

test('the dialog of all shortcuts switches the single-key shortcuts off and on', () => {
  render(<ShortcutsDialog isOpen onClose={() => undefined} />);
  const single = screen.getByRole('switch', { name: 'Single-key shortcuts' });
  expect([areSingleKeyShortcutsOn(), single.getAttribute('aria-checked')]).toEqual([true, 'true']);

  fireEvent.click(single);
  expect([areSingleKeyShortcutsOn(), single.getAttribute('aria-checked')]).toEqual([false, 'false']);

  fireEvent.click(single);
  expect(areSingleKeyShortcutsOn()).toBe(true);
});

test('the dialog has the focus, not the switch at its end', () => {
  render(<ShortcutsDialog isOpen onClose={() => undefined} />);
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
});

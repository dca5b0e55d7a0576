import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from './i18n';
import { KeysDialog } from './KeysDialog';
import { areSingleKeysOn, setSingleKeys } from './single-keys';

beforeEach(() => setLanguage('en'));
afterEach(() => setSingleKeys(true));

test('keys alone are switched off where all keys are shown, and on again', () => {
  render(<KeysDialog isOpen onClose={() => undefined} />, { wrapper: MantineProvider });
  const single = screen.getByRole('switch', { name: 'Keys alone, without Ctrl, do something' });
  expect([areSingleKeysOn(), single.getAttribute('aria-checked')]).toEqual([true, 'true']);

  fireEvent.click(single);
  expect([areSingleKeysOn(), single.getAttribute('aria-checked')]).toEqual([false, 'false']);

  fireEvent.click(single);
  expect(areSingleKeysOn()).toBe(true);
});

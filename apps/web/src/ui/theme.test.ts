import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getConfig } from '../platform';
import { applyTheme, setColorScheme, useColorScheme, useIsDark } from './theme';

const system = Object.assign(new EventTarget(), { matches: false });
vi.stubGlobal('matchMedia', () => system);
const { dataset, style } = document.documentElement;

beforeEach(() => {
  system.matches = false;
  applyTheme(getConfig().brand);
});

test('sets the colours of the brand under the names of the tokens', () => {
  expect(style.getPropertyValue('--brand')).toBe(getConfig().brand.colors.brand);
});

test('the page follows the system, and then the choice of the user, which is stored', () => {
  const { result } = renderHook(() => [useColorScheme(), useIsDark()]);
  expect([dataset.theme, result.current]).toEqual(['light', ['auto', false]]);

  system.matches = true;
  act(() => void system.dispatchEvent(new Event('change')));
  expect([dataset.theme, result.current]).toEqual(['dark', ['auto', true]]);

  act(() => setColorScheme('light'));
  expect([dataset.theme, result.current]).toEqual(['light', ['light', false]]);
  expect(localStorage.getItem('theme')).toBe('light');
});

test('follows a choice made in another tab', () => {
  const { result } = renderHook(useIsDark);
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect([dataset.theme, result.current]).toEqual(['dark', true]);
});

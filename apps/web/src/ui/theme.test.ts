import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('type follows the font size that the browser is set to: no size and no line height is in px', () => {
  const source = join(import.meta.dirname, '..');
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(50);
  const inPx = sheets.flatMap((name) =>
    [
      ...readFileSync(join(source, name), 'utf8').matchAll(
        /(--(text|lead)-\w+|font-size|line-height):[^;]*\d{2,}px[^;]*;/g,
      ),
    ].map(([found]) => `${name}: ${found}`),
  );
  expect(inPx).toEqual([]);
});

/** The colours of the screens: the brand's, and the light or dark scheme. */
import type { Brand } from '@earth/contracts';
import { useSyncExternalStore } from 'react';

/** `auto` follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto';

const KEY = 'theme';
const SYSTEM_DARK = '(prefers-color-scheme: dark)';
/** Signals a change by this tab. */
const changes = new EventTarget();

function readScheme(): ColorScheme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

/** Whether the page is dark now. */
function isDark(): boolean {
  const scheme = readScheme();
  return scheme === 'auto' ? matchMedia(SYSTEM_DARK).matches : scheme === 'dark';
}

/** The page itself says so before anything is painted: `index.html`. */
const markPage = () => {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
};

/** Calls back when the user, in any tab, or the system changes the scheme. */
function onChange(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  changes.addEventListener('change', listener, { signal });
  addEventListener('storage', listener, { signal });
  matchMedia(SYSTEM_DARK).addEventListener('change', listener, { signal });
  return () => listening.abort();
}

/** Sets the brand's values under the names of `tokens.css`, and keeps the page in the chosen scheme. */
export function applyTheme({ colors }: Brand): void {
  const { style } = document.documentElement;
  style.setProperty('--brand', colors.brand);
  style.setProperty('--brand-ink', colors.brandInk);
  style.setProperty('--brand-deep', colors.brandDeep);
  style.setProperty('--accent-light', colors.accentLight);
  style.setProperty('--on-accent-light', colors.onAccentLight);
  style.setProperty('--accent-dark', colors.accentDark);
  style.setProperty('--on-accent-dark', colors.onAccentDark);
  markPage();
  onChange(markPage);
}

export function setColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(KEY, scheme);
  changes.dispatchEvent(new Event('change'));
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(onChange, readScheme);

export const useIsDark = (): boolean => useSyncExternalStore(onChange, isDark);

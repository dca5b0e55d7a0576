/**
 * The server that this app talks to. A browser has loaded the page from it. The pages of the mobile shell are in the app, so there the build names
 * the server (`scripts/mobile/pages.mjs`).
 */
import { isInShell } from './native/shell';

const namedInPage = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** The scheme of links that only this app opens; null: a browser, or a build without one. */
export const appScheme = (): string | null => (isInShell() ? namedInPage('earth-scheme') : null);

/** The origin of the server; null: the build names none. */
export const serverOrigin = (): string | null => (isInShell() ? namedInPage('earth-server') : location.origin);

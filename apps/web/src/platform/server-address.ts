/**
 * The server that this app talks to. A browser has loaded the page from it. The pages of the mobile shell are in the app, so there the build names
 * the server (`scripts/mobile/pages.mjs`), or the user has chosen it.
 */
import { isInShell } from './native/shell';

const KEY = 'serverAddress';

const namedInPage = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** The scheme of links that only this app opens; null: a browser, or a build without one. */
export const appScheme = (): string | null => (isInShell() ? namedInPage('earth-scheme') : null);

/** The brand of the build, before a server has given its own: the pictures are in the app. */
export const bundledBrand = () => ({
  name: document.title,
  logoUrl: namedInPage('earth-logo') ?? '',
  coverUrl: namedInPage('earth-cover') ?? '',
});

/** Whether the user chooses the server: in the mobile shell, if its build names none. */
export const isServerChosen = (): boolean => isInShell() && namedInPage('earth-server') === null;

/** The origin of the server; null: it is not chosen yet. */
export const serverOrigin = (): string | null =>
  isInShell() ? (namedInPage('earth-server') ?? localStorage.getItem(KEY)) : location.origin;

/** @param origin of a server that has been checked */
export const storeServer = (origin: string): void => localStorage.setItem(KEY, origin);

/** The user chooses another one at the next start. */
export const forgetServer = (): void => localStorage.removeItem(KEY);

/** Where to request a path of the server. In a browser that is the path itself; other addresses stay as they are. */
export function atServer(address: string): string {
  if (!isInShell() || !address.startsWith('/')) return address;
  return `${serverOrigin() ?? ''}${address}`;
}

/** The path of an address at the server; any other address stays as it is. The inverse of `atServer`. */
export function pathAtServer(address: string): string {
  const start = `${serverOrigin() ?? ''}/`;
  return isInShell() && address.startsWith(start) ? address.slice(start.length - 1) : address;
}

/** The address of a page as other people open it: at the server, even if this page is in the shell. */
export const linkTo = (path: string): string => new URL(path, serverOrigin() ?? location.origin).href;

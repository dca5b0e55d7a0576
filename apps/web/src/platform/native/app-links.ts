/** Links that open the mobile app: of its server, or with its own scheme. */
import { isDeepLink } from '@earth/contracts';
import { listenToPlugin } from './call-plugin';
import { isInShell } from './shell';

/** Whose links are followed. */
export interface LinkOwner {
  /** The origin of the server; null: none is chosen yet. */
  readonly server: string | null;
  /** The scheme of this build, without a colon; null: it has none. */
  readonly scheme: string | null;
}

/** Stands for the app in links with its own scheme, because browsers read the parts of an unknown scheme in different ways. */
const OWN = 'https://app.invalid';

/** By which the server brings a sign-in back to the app. Only the own scheme has it: a page of the server has the same address. */
const SIGN_ON = /^\/login\/#signOn=app\.[\w-]{43}$/;

function readUrl(link: string, { server, scheme }: LinkOwner): URL | null {
  const own = `${scheme ?? ''}://open/`;
  const isOwn = scheme !== null && link.toLowerCase().startsWith(own);
  const text = isOwn ? `${OWN}/${link.slice(own.length)}` : link;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAllowed = url && url.username === '' && url.origin === (isOwn ? OWN : server);
  return isAllowed ? url : null;
}

/**
 * The address in the app that a link leads to: path, search and fragment. Null: it is not ours, or no page that may be opened from outside. Any
 * app or page can open such a link, so it is matched against the list of pages, never just cleaned.
 */
export function addressOfLink(link: string, owner: LinkOwner): string | null {
  const url = readUrl(link, owner);
  if (!url) return null;
  const address = `${url.pathname}${url.search}${url.hash}`;
  return isDeepLink(url.pathname) || (url.origin === OWN && SIGN_ON.test(address)) ? address : null;
}

/**
 * Reports each link that opens the app, the one that started it too.
 * @throws PluginNotFoundError if the shell cannot tell
 * @param open takes an address in the app
 */
export function followAppLinks(owner: () => LinkOwner, open: (address: string) => void): void {
  if (!isInShell()) return;
  listenToPlugin('App', (plugin) =>
    plugin.addListener('appUrlOpen', ({ url }) => {
      const address = addressOfLink(url, owner());
      if (address !== null) open(address);
    }),
  );
}

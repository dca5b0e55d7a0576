/** Opens the pages to which links into the mobile app lead. */
import { isGuestPage, session } from '../platform';
import { followAppLinks } from '../platform/native/app-links';
import { notePluginError } from '../platform/native/shell';
import { appScheme, serverOrigin } from '../platform/server-address';
import { texts } from '../shared/texts';
import { showToast } from '../shared/toast';
import type { AppRouter } from './router';

const READING_MS = 6_000;

const GUEST = /^\/guest(?:[?#]|$)/;
const SIGN_ON = /^\/login\/#/;

/** Whoever has signed in meanwhile by another way waits for no link any more. */
async function isSignOnAwaited(): Promise<boolean> {
  const { status } = session.store.getState();
  if (status === 'signedIn' || status === 'locked') return false;
  return (await import('../platform/session/app-sign-on')).isAppSignOnUnderWay();
}

/** A page in a call holds a lock (`assist/calls/adapters/call-pages.ts`). */
async function isInCall(): Promise<boolean> {
  const { held = [] }: LockManagerSnapshot = await navigator.locks.query().catch(() => ({}));
  return held.some(({ name = '' }) => name.startsWith('call '));
}

/** @param load replaces the whole page */
export function openLinks(
  router: Pick<AppRouter, 'history'>,
  load = (address: string) => location.assign(address),
): void {
  async function open(address: string): Promise<void> {
    // Any page and app can make such a link: it must not lead away from here, or bring somebody else's sign-in.
    if (SIGN_ON.test(address) && !(await isSignOnAwaited())) return;
    // A guest's page shares nothing with that of a signed-in user: it is another document, which would end a call in this one.
    if (!isGuestPage && !GUEST.test(address)) router.history.push(address);
    else if (await isInCall()) showToast(texts.say('linkDuringCall'), undefined, READING_MS);
    else load(address);
  }
  const owner = () => ({ server: serverOrigin(), scheme: appScheme() });
  // Nobody has asked for anything yet: a shell without the plugin starts, and follows no links.
  try {
    followAppLinks(owner, (address) => void open(address));
  } catch (error) {
    notePluginError(error);
  }
}

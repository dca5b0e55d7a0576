import { LOGIN_REDIRECT_DELAY_MS } from '@earth/contracts';
import type { RegisteredRouter } from '@tanstack/react-router';
import { closeAllOver } from './back-order';

/**
 * Leads to the sign-in, and from there back to this page: once one has seen that it is needed, and with nothing left open
 * (Discover 2). Whoever has gone elsewhere meanwhile is left there.
 * @returns what stops that
 */
export function leadToSignIn(router: Pick<RegisteredRouter, 'navigate' | 'history'>): () => void {
  closeAllOver();
  const { href } = router.history.location;
  const timer = setTimeout(() => {
    if (router.history.location.href !== href) return;
    void router.navigate({ to: '/login/', search: href === '/' ? {} : { to: href }, replace: true });
  }, LOGIN_REDIRECT_DELAY_MS);
  return () => clearTimeout(timer);
}

import { LOGIN_REDIRECT_DELAY_MS } from '@earth/contracts';
import type { RegisteredRouter } from '@tanstack/react-router';
import { closeAllOver } from './back-order';
import { isInside } from './return-path';

/**
 * Leads to the sign-in, and from there back to this page: once one has seen that it is needed, and with nothing left open
 * (D2.24). Whoever has gone elsewhere meanwhile is left there. On the way to the sign-in the address is its own already, while the
 * page before it is still shown: from there no way leads back, and none is made in the place of the one that was.
 * @returns what stops that
 */
export function leadToSignIn(router: Pick<RegisteredRouter, 'navigate' | 'history'>): () => void {
  const { href } = router.history.location;
  if (!isInside(href)) return () => undefined;
  closeAllOver();
  const timer = setTimeout(() => {
    if (router.history.location.href !== href) return;
    void router.navigate({ to: '/login/', search: href === '/' ? {} : { to: href }, replace: true });
  }, LOGIN_REDIRECT_DELAY_MS);
  return () => clearTimeout(timer);
}

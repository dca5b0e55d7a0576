import { LOGIN_REDIRECT_DELAY_MS } from '@earth/contracts';
import type { RegisteredRouter } from '@tanstack/react-router';
import { closeAllOver } from './back-order';
import { isInside } from './return-path';

/**
 * Redirects to the sign-in after a delay, closes all overlays, and returns to this page afterwards (D2.24). Does nothing if the
 * user has navigated elsewhere meanwhile. While the sign-in loads, its address is already current though the former page is still
 * shown; a redirect from there would lose the return path, so there is none.
 * @returns a function that cancels it
 */
export function redirectToSignIn(router: Pick<RegisteredRouter, 'navigate' | 'history'>): () => void {
  const { href } = router.history.location;
  if (!isInside(href)) return () => undefined;
  closeAllOver();
  const timer = setTimeout(() => {
    if (router.history.location.href !== href) return;
    void router.navigate({ to: '/login/', search: href === '/' ? {} : { to: href }, replace: true });
  }, LOGIN_REDIRECT_DELAY_MS);
  return () => clearTimeout(timer);
}

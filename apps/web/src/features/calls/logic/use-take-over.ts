import { type RefObject, useEffect } from 'react';

/**
 * A screen that covers everything: what lies under it is inert, the focus goes into it, and back to where it was when
 * it goes.
 */
export function useTakeOver(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const app = document.getElementById('root');
    const before = document.activeElement;
    if (app) app.inert = true;
    screen.current?.focus({ preventScroll: true });
    return () => {
      if (app) app.inert = false;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [screen]);
}

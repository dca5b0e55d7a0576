import { type RefObject, useEffect } from 'react';

/** How many screens cover the app: one may open over another, and they may close in any order. */
let covering = 0;

function cover(by: 1 | -1) {
  covering += by;
  const app = document.getElementById('root');
  if (app) app.inert = covering > 0;
}

/**
 * A screen that covers everything: what lies under it is inert, the focus goes into it, and back to where it was when
 * it goes.
 */
export function useTakeOver(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    cover(1);
    screen.current?.focus({ preventScroll: true });
    return () => {
      cover(-1);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [screen]);
}

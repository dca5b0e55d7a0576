import { type RefObject, useEffect } from 'react';

/** How many screens cover the app: one may open over another, and they may close in any order. */
let covering = 0;
/** Where the focus was before the first of them. */
let home: Element | null = null;

const focusOn = (element: Element | null) => {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
};

/** Making the app inert styles all of it anew, so it is done only where it changes. */
function setInert(isInert: boolean) {
  const app = document.getElementById('root');
  if (app && app.inert !== isInert) app.inert = isInert;
}

/** One screen may go because another comes, so what lies under them is looked at when both have been drawn. */
function uncover(before: Element | null) {
  covering -= 1;
  queueMicrotask(() => {
    if (covering === 0) {
      setInert(false);
      focusOn(home);
      home = null;
    } else if (document.activeElement === document.body) focusOn(before);
  });
}

/** To take the app over styles all of it anew, on the thread on which a call is being made: that goes first. */
const AFTER_MS = 100;

/**
 * A screen that covers everything: what lies under it is inert, the focus goes into it, and back to where it was when
 * it goes.
 */
export function useTakeOver(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    home ??= before;
    covering += 1;
    const timer = setTimeout(() => {
      setInert(true);
      // Who is in it already stays where they are.
      if (!screen.current?.contains(document.activeElement)) focusOn(screen.current);
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      uncover(before);
    };
  }, [screen]);
}

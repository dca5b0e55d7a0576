import { type RefObject, useEffect } from 'react';
import { cover } from '../../../ui/overlay/layers';

/** How many screens have taken the focus: one may open over another, and they may close in any order. */
let taking = 0;
/** Where the focus was before the first of them. */
let home: Element | null = null;

const focusOn = (element: Element | null) => {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
};

/** Back to where one was, from something that does not cover it. */
export const focusHome = (): void => focusOn(home);

/** One screen may go because another comes, so what lies under them is looked at when both have been drawn. */
function giveBack(before: Element | null, uncover: () => void) {
  taking -= 1;
  queueMicrotask(() => {
    uncover();
    const isLost = document.activeElement === document.body;
    if (isLost) focusOn(taking === 0 ? home : before);
    if (taking === 0) home = null;
  });
}

/** To take the app over styles all of it anew, on the thread on which a call is being made: that goes first. */
const AFTER_MS = 100;
const never = () => false;

/**
 * A screen that lies over everything: what lies under it is inert, the focus goes into it, and back to where it was when it goes. A film
 * on the whole screen, which the browser shows over any page, ends.
 * @param isBeside asked when it comes, whether one goes on with what lies under it
 */
export function useTakeOver(screen: RefObject<HTMLElement | null>, isBeside: () => boolean = never): void {
  useEffect(() => {
    const before = document.activeElement;
    home ??= before;
    taking += 1;
    let uncover: (() => void) | null = null;
    const take = () => {
      uncover ??= isBeside() ? null : cover(screen.current);
    };
    // Where one screen takes another's place, what lies under both stays as it is.
    if (taking > 1) take();
    const timer = setTimeout(() => {
      take();
      const focus = () => {
        // Who is in it already stays where they are.
        if (!screen.current?.contains(document.activeElement)) focusOn(screen.current);
      };
      if (!document.fullscreenElement) focus();
      // What the browser shows instead of the page keeps the focus until then.
      else void document.exitFullscreen().then(focus, focus);
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      giveBack(before, () => uncover?.());
    };
  }, [screen, isBeside]);
}

import { type RefObject, useEffect } from 'react';
import { cover } from '../../../ui/overlay/layers';

/** The number of open screens: one may open over another, and they may close in any order. */
let openScreens = 0;
/** The focused element before the first of them. */
let home: Element | null = null;

const focusOn = (element: Element | null) => {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
};

/** Returns the focus, from a screen that does not cover the page. */
export const focusHome = (): void => focusOn(home);

/** Updates the page below after rendering, because one screen may close when another opens. */
function returnFocus(before: Element | null, uncover: () => void) {
  openScreens -= 1;
  queueMicrotask(() => {
    uncover();
    const isLost = document.activeElement === document.body;
    if (isLost) focusOn(openScreens === 0 ? home : before);
    if (openScreens === 0) home = null;
  });
}

/** Delayed: making the app inert restyles all of it, on the thread that is making the call, which goes first. */
const AFTER_MS = 100;
const never = () => false;

/**
 * Modal screen: makes the page below inert, moves the focus into the screen, and returns it when the screen closes. Ends
 * full-screen video, which the browser shows over every page.
 * @param isBeside called when the screen opens: true leaves the page below usable
 */
export function useTakeOver(screen: RefObject<HTMLElement | null>, isBeside: () => boolean = never): void {
  useEffect(() => {
    const before = document.activeElement;
    home ??= before;
    openScreens += 1;
    let uncover: (() => void) | null = null;
    const coverPage = () => {
      uncover ??= isBeside() ? null : cover(screen.current);
    };
    // If one screen replaces another, the page below stays as it is.
    if (openScreens > 1) coverPage();
    const timer = setTimeout(() => {
      coverPage();
      const focus = () => {
        // The focus is in the screen already.
        if (!screen.current?.contains(document.activeElement)) focusOn(screen.current);
      };
      if (!document.fullscreenElement) focus();
      // Full-screen content keeps the focus until it has ended.
      else void document.exitFullscreen().then(focus, focus);
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      returnFocus(before, () => uncover?.());
    };
  }, [screen, isBeside]);
}

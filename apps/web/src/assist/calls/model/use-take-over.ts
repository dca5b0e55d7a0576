import { type RefObject, useEffect } from 'react';
import { cover } from '../../../ui/overlay/layers';

const focusOn = (element: Element | null) => {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
};

/** The open screens of this page: one may open over another, and they may close in any order. */
function createOpenScreens() {
  let count = 0;
  /** The focused element before the first of them. */
  let home: Element | null = null;
  return {
    /** @returns whether it is the first */
    open(before: Element | null): boolean {
      home ??= before;
      count += 1;
      return count === 1;
    },
    /** Updates the page below after rendering, because one screen may close when another opens. */
    close(before: Element | null, uncover: () => void) {
      count -= 1;
      queueMicrotask(() => {
        uncover();
        const isLost = document.activeElement === document.body;
        if (isLost) focusOn(count === 0 ? home : before);
        if (count === 0) home = null;
      });
    },
    focusHome: () => focusOn(home),
  };
}

const screens = createOpenScreens();

/** Returns the focus, from a screen that does not cover the page. */
export const { focusHome } = screens;

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
    const isFirst = screens.open(before);
    let uncover: (() => void) | null = null;
    const coverPage = () => {
      uncover ??= isBeside() ? null : cover(screen.current);
    };
    // If one screen replaces another, the page below stays as it is.
    if (!isFirst) coverPage();
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
      screens.close(before, () => uncover?.());
    };
  }, [screen, isBeside]);
}

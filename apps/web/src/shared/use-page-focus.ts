import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Whether a page has been shown: at the first one the browser itself starts at the beginning. */
let isOpened = false;

/**
 * After each change of page the keyboard and the screen reader start at its content, also where something else surrounds it.
 * @returns where that is
 */
export function usePageFocus() {
  const place = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const lastPath = useRef<string | null>(null);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    if (isOpened) place.current?.focus({ preventScroll: true });
    isOpened = true;
  }, [path]);
  return place;
}

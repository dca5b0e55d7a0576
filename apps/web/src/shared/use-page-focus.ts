import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';

/** Whether a page has been shown: on the first one the browser sets the focus itself. */
const opening = createStore<{ readonly isDone: boolean }>(() => ({ isDone: false }));

/**
 * Moves the focus to the content after each change of page, for keyboard and screen reader, also when the surrounding shell changes.
 * @returns the ref of the content
 */
export function usePageFocus() {
  const place = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const lastPath = useRef<string | null>(null);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    if (opening.getState().isDone) place.current?.focus({ preventScroll: true });
    opening.setState({ isDone: true });
  }, [path]);
  return place;
}

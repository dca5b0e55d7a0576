import { useSyncExternalStore } from 'react';

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Wide enough for rail, list and detail side by side. */
export const useIsDesktop = () => useMedia('(min-width: 1024px)');

/** Wide enough for three pictures side by side. */
export const useIsTablet = () => useMedia('(min-width: 720px)');

/** A phone on its side. */
export const useIsTurned = () => useMedia('(max-height: 560px) and (orientation: landscape)');

/** The user prefers less motion. */
export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)');

/** The primary pointer is a finger. */
export const useIsTouch = () => useMedia('(pointer: coarse)');

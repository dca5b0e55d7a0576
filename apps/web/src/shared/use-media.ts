import { useSyncExternalStore } from 'react';

/** Whether a media query holds. */
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

/** Wide enough for three pictures beside each other. */
export const useIsTablet = () => useMedia('(min-width: 720px)');

/** A finger is what points here first. */
export const useIsTouch = () => useMedia('(pointer: coarse)');

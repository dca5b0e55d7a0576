import { useSyncExternalStore } from 'react';

function listen(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the page is before somebody's eyes. */
export const useIsPageVisible = () => useSyncExternalStore(listen, () => document.visibilityState === 'visible');

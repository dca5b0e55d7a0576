import { useSyncExternalStore } from 'react';

function listen(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the page is visible. */
export const useIsPageVisible = () => useSyncExternalStore(listen, () => document.visibilityState === 'visible');

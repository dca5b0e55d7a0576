import { useSyncExternalStore } from 'react';

function listenToNet(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser has a network; this does not mean that the server can be reached. */
export const useIsOnline = (): boolean => useSyncExternalStore(listenToNet, () => navigator.onLine);

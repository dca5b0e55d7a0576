import { useSyncExternalStore } from 'react';

function listenToNet(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser has a net; of the server that says nothing. */
export const useIsOnline = (): boolean => useSyncExternalStore(listenToNet, () => navigator.onLine);

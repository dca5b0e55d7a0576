import { useEffect } from 'react';
import { useIsPageVisible } from '../use-page-visible';

/** Keeps the screen on. The browser ends the lock of a hidden page by itself, so it is requested again when the page is back. */
export function useWakeLock(isOn: boolean) {
  const isWanted = useIsPageVisible() && isOn;
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined;
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((one) => one?.release());
  }, [isWanted]);
}

import { useEffect } from 'react';
import { session, useMe } from '../platform';

const EVERY_MS = 5 * 60_000;

/** Polls the remaining minutes of a paid service: the whole company uses them up, and can buy more. */
export function useServiceMinutes() {
  const { paidService } = useMe();
  useEffect(() => {
    if (!paidService) return;
    const renew = () => {
      // Without an answer the last value stays.
      if (document.visibilityState === 'visible') void session.renewProfile().catch(() => undefined);
    };
    const timer = setInterval(renew, EVERY_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [paidService]);
}

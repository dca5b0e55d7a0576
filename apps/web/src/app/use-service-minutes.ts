import { useEffect } from 'react';
import { session, useMe } from '../platform';

const EVERY_MS = 5 * 60_000;

/** Minutes of a paid service are used up by all of the company, and bought: who stays on a page hears of it now and then. */
export function useServiceMinutes() {
  const { paidService } = useMe();
  useEffect(() => {
    if (!paidService) return;
    const renew = () => {
      // Without an answer what was known stays.
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

import { useEffect, useState } from 'react';

/** Whole seconds until then, at least 0. */
export const secondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000));

export function useCountdown(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at, Date.now()));
  useEffect(() => {
    const look = () => setSeconds(secondsUntil(at, Date.now()));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}

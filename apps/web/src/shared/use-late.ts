import { useEffect, useState } from 'react';

/** Skeletons wait this long: what comes sooner needs none. */
const LATE_MS = 150;

/** True once 150 ms have passed. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

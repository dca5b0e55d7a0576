import { useEffect, useState } from 'react';

/** Skeletons are shown only after this time, so that fast loads do not flicker. */
const LATE_MS = 150;

/** True after 150 ms. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

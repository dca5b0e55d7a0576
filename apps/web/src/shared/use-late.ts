import { useEffect, useState } from 'react';

/** Skeletons are shown only after this time, so that fast loads do not flicker. */
const SKELETON_DELAY_MS = 150;

/** True after 150 ms. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

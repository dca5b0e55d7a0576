import { useEffect, useState } from 'react';

/** D2.59: the loading dialog closes 300 ms after everything has loaded, or after 10 s at most. */
const CLOSE_MS = 300;
const LONGEST_MS = 10_000;

/** Whether the loading dialog is open; it opens again on a retry. */
export function useLoading(isReady: boolean): boolean {
  const [isOpen, setOpen] = useState(true);
  const [wasReady, setWasReady] = useState(isReady);
  if (wasReady !== isReady) {
    setWasReady(isReady);
    if (!isReady) setOpen(true);
  }
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), isReady ? CLOSE_MS : LONGEST_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isOpen;
}

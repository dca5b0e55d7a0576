import { useEffect, useState } from 'react';
import { formatClock } from '../../../shared/format';

/** Seconds since then, anew at each full one. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = Date.now();
      setNow(current);
      timer = setTimeout(tick, 1000 - ((current - since) % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [since]);
  return Math.max(0, Math.floor((now - since) / 1000));
}

interface TickingProps {
  readonly since: number;
  /** `04:12` rather than `4:12`: a call's clock stands still while it grows. */
  readonly isPadded?: boolean;
}

/** How long something has lasted. Only this text is drawn again each second. */
export function Ticking({ since, isPadded = false }: TickingProps) {
  return <time>{formatClock(useElapsed(since), isPadded)}</time>;
}

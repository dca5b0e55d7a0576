import { useEffect, useState } from 'react';
import { formatClock } from '../../shared/format';

/** The seconds since a time, updated each full second. */
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
  /** `04:12` rather than `4:12`, so that the width stays the same. */
  readonly isPadded?: boolean;
}

/** The time since a start. Only this text renders each second. */
export function Ticking({ since, isPadded = false }: TickingProps) {
  return <time>{formatClock(useElapsed(since), isPadded)}</time>;
}

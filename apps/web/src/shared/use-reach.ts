import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { realtime } from '../platform';
import { useIsOnline } from './use-is-online';

export type Reach = 'online' | 'offline' | 'serverAway';

/** A socket that reconnects within this time is not reported. */
const GRACE_MS = 3_000;

/** Whether the network and the server can be reached. */
export function useReach(): Reach {
  const hasNet = useIsOnline();
  const isOpen = useStore(realtime.connection, (state) => state.isOpen);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (isOpen) return undefined;
    const timer = setTimeout(() => setAway(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setAway(false);
    };
  }, [isOpen]);
  if (!hasNet) return 'offline';
  return isAway ? 'serverAway' : 'online';
}

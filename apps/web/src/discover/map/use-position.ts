import { useCallback, useEffect, useRef, useState } from 'react';
import type { Place } from './model/geometry';

/** `place` follows whoever looks; `found` is where they were when they last asked for it. */
export type Position =
  | { readonly is: 'unknown' | 'asking' | 'refused' | 'notFound' }
  | { readonly is: 'known'; readonly place: Place; readonly found: Place };

/** A position that is older, or takes longer to find, is none. */
const OPTIONS = { enableHighAccuracy: true, maximumAge: 60_000, timeout: 15_000 } as const;

/** Whether the browser would ask. One that does not say is taken to. */
async function wouldAsk(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'prompt';
  } catch {
    return true;
  }
}

/** Where whoever looks is: followed once they have said that they want it, and told to nobody. */
export function usePosition() {
  const [position, setPosition] = useState<Position>({ is: 'unknown' });
  const watch = useRef<number | null>(null);
  const stop = useCallback(() => {
    if (watch.current !== null) navigator.geolocation.clearWatch(watch.current);
    watch.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const find = useCallback(() => {
    stop();
    // The type says that every browser has it.
    if (!('geolocation' in navigator)) return setPosition({ is: 'notFound' });
    setPosition({ is: 'asking' });
    watch.current = navigator.geolocation.watchPosition(
      ({ coords: { longitude, latitude } }) => {
        const place = [longitude, latitude] as const;
        setPosition((before) => ({ is: 'known', place, found: before.is === 'known' ? before.found : place }));
      },
      ({ code, PERMISSION_DENIED }) => {
        stop();
        setPosition({ is: code === PERMISSION_DENIED ? 'refused' : 'notFound' });
      },
      OPTIONS,
    );
  }, [stop]);
  return { position, find, wouldAsk };
}

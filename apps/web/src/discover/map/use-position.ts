import { useCallback, useEffect, useRef, useState } from 'react';
import type { Place } from './model/geometry';

/** `place` follows the user; `found` is their position at the last request. */
export type Position =
  | { readonly type: 'unknown' | 'asking' | 'refused' | 'notFound' }
  | { readonly type: 'known'; readonly place: Place; readonly found: Place };

/** Rejects older positions and slow fixes. */
const OPTIONS = { enableHighAccuracy: true, maximumAge: 60_000, timeout: 15_000 } as const;

/** Whether the browser would prompt. Assumed if it does not say. */
async function wouldPrompt(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'prompt';
  } catch {
    return true;
  }
}

/** The user's position: followed after they agreed, and sent nowhere. */
export function usePosition() {
  const [position, setPosition] = useState<Position>({ type: 'unknown' });
  const watch = useRef<number | null>(null);
  const stop = useCallback(() => {
    if (watch.current !== null) navigator.geolocation.clearWatch(watch.current);
    watch.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const find = useCallback(() => {
    stop();
    // The DOM types claim that every browser has it.
    if (!('geolocation' in navigator)) return setPosition({ type: 'notFound' });
    setPosition({ type: 'asking' });
    watch.current = navigator.geolocation.watchPosition(
      ({ coords: { longitude, latitude } }) => {
        const place = [longitude, latitude] as const;
        setPosition((before) => ({ type: 'known', place, found: before.type === 'known' ? before.found : place }));
      },
      ({ code, PERMISSION_DENIED }) => {
        stop();
        setPosition({ type: code === PERMISSION_DENIED ? 'refused' : 'notFound' });
      },
      OPTIONS,
    );
  }, [stop]);
  return { position, find, wouldPrompt };
}

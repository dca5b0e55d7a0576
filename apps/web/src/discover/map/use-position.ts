import { useCallback, useEffect, useRef, useState } from 'react';
import { checkPermission, requestPermission } from '../../platform/native/permissions';
import { isInShell, notePluginError } from '../../platform/native/shell';
import type { Place } from './model/geometry';

/** `place` follows the user; `found` is their position at the last request. */
export type Position =
  | { readonly type: 'unknown' | 'asking' | 'refused' | 'notFound' }
  | { readonly type: 'known'; readonly place: Place; readonly found: Place };

/** Rejects older positions and slow fixes. */
const OPTIONS = { enableHighAccuracy: true, maximumAge: 60_000, timeout: 15_000 } as const;

const unlessFailed = (error: unknown) => {
  notePluginError(error);
  return 'unknown' as const;
};

/** Whether the user would be prompted. Assumed if the device does not say. */
const wouldPrompt = async (): Promise<boolean> =>
  ['prompt', 'unknown'].includes(await checkPermission('location').catch(unlessFailed));

/** The user's position: followed after they agreed, and sent nowhere. */
export function usePosition() {
  const [position, setPosition] = useState<Position>({ type: 'unknown' });
  const watch = useRef<number | null>(null);
  /** Counts the requests: an answer to a former one is dropped. */
  const turn = useRef(0);
  const stop = useCallback(() => {
    turn.current += 1;
    if (watch.current !== null) navigator.geolocation.clearWatch(watch.current);
    watch.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const follow = useCallback(() => {
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
  const find = useCallback(() => {
    stop();
    // The DOM types claim that every browser has it.
    if (!('geolocation' in navigator)) return setPosition({ type: 'notFound' });
    setPosition({ type: 'asking' });
    // A browser asks by itself.
    if (!isInShell()) return follow();
    const mine = turn.current;
    void requestPermission('location')
      .catch(unlessFailed)
      .then((permission) => {
        if (mine !== turn.current) return;
        if (permission === 'denied') setPosition({ type: 'refused' });
        else follow();
      });
  }, [stop, follow]);
  return { position, find, wouldPrompt };
}

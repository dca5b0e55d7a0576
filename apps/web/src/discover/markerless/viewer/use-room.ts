import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { findRoomKind, pageRoomPorts, type RoomKind } from '../model/room-kind';
import type { ModelView } from './model-view';
import { openQuickLook } from './quick-look';
import { type RoomState, startRoom } from './room-session';

interface RoomOptions {
  /** Null: it is not loaded. */
  readonly view: ModelView | null;
  readonly title: string;
  readonly overlay: RefObject<HTMLElement | null>;
  readonly onFailed: () => void;
}

/** The model in the room, where the device can. */
export function useRoom({ view, title, overlay, onFailed }: RoomOptions) {
  const [kind, setKind] = useState<RoomKind>(null);
  const [state, setState] = useState<RoomState | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [end, setEnd] = useState<(() => void) | null>(null);
  useEffect(() => {
    void findRoomKind(pageRoomPorts()).then(setKind);
  }, []);
  const endNow = useEffectEvent(() => end?.());
  useEffect(() => () => endNow(), []);

  async function open(shown: ModelView) {
    if (kind === 'quickLook') return openQuickLook(shown, title);
    const { current } = overlay;
    if (!navigator.xr || !current) return undefined;
    const leave = await startRoom(navigator.xr, shown, {
      overlay: current,
      onState: setState,
      onEnd: () => {
        setState(null);
        setEnd(null);
      },
    });
    setEnd(() => leave);
    setState('search');
  }

  async function start(shown: ModelView) {
    if (isStarting) return;
    setStarting(true);
    await open(shown).catch(() => shown.isDisposed || onFailed());
    setStarting(false);
  }

  return {
    state,
    isStarting,
    start: kind && view ? () => void start(view) : null,
    end: () => end?.(),
  };
}

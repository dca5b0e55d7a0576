import { useCallback, useEffect, useRef, useState } from 'react';
import { knownConversation, loadBackTo } from './model/room-queries';
import { useScope } from '../../platform/session/scope-context';

/** The state of loading back to a message, which may take many pages. */
export type ReturnTarget =
  | { readonly type: 'none' }
  /** @property from the position of the first message that was loaded at the start */
  | { readonly type: 'going'; readonly from: number; readonly to: number; readonly stop: () => void }
  | { readonly type: 'failed'; readonly to: number };

/** Loads all messages between a target and the loaded ones. @returns the state, and a function that goes to a target */
export function useReturn(roomId: string, wanted: number | undefined) {
  const scope = useScope();
  const [way, setWay] = useState<ReturnTarget>({ type: 'none' });
  const going = useRef<AbortController>(undefined);
  const go = useCallback(
    (to: number) => {
      const from = knownConversation(scope, roomId)?.messages[0]?.position ?? 0;
      going.current?.abort();
      if (from <= to) return;
      const { signal } = (going.current = new AbortController());
      const end = (end: ReturnTarget) => signal.aborted || setWay(end);
      const stop = () => {
        going.current?.abort();
        setWay({ type: 'none' });
      };
      setWay({ type: 'going', from, to, stop });
      loadBackTo(scope, roomId, to, signal).then(
        () => end({ type: 'none' }),
        () => end({ type: 'failed', to }),
      );
    },
    [roomId, scope],
  );
  useEffect(() => {
    if (wanted !== undefined) go(wanted);
    return () => {
      going.current?.abort();
      setWay({ type: 'none' });
    };
  }, [go, wanted]);
  return { way, go };
}

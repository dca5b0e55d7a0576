import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../../../platform/session/scope-context';
import type { Corner } from './corners';

interface Small {
  /** The id of the call that was made small; null: none was. */
  readonly callId: string | null;
  /** The corner to which the user has moved a call. */
  readonly moved: { readonly callId: string; readonly corner: Corner } | null;
}

/** In the scope, so that the call stays small, and where it is, if its screens are mounted anew. */
export const createSmallCall = () => createStore<Small>(() => ({ callId: null, moved: null }));

/** Whether this call is small, and a function that makes it small or large. */
export function useIsSmall(callId: string): readonly [boolean, (isSmall: boolean) => void] {
  const small = useScoped(createSmallCall);
  const isSmall = useStore(small, (state) => state.callId === callId);
  return [isSmall, (next) => small.setState({ callId: next ? callId : null })];
}

/** The corner to which the user has moved this call; null: it was not moved. And a function that moves it. */
export function useCorner(callId: string): readonly [Corner | null, (corner: Corner) => void] {
  const small = useScoped(createSmallCall);
  const corner = useStore(small, ({ moved }) => (moved?.callId === callId ? moved.corner : null));
  return [corner, (next) => small.setState({ moved: { callId, corner: next } })];
}

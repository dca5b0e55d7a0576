import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../../../platform/session/scope-context';

/** The id of the call that was made small; null: none was. In the scope, so that the call stays small if its screens are mounted anew. */
const createSmallCall = () => createStore<{ readonly callId: string | null }>(() => ({ callId: null }));

/** Whether this call is small, and a function that makes it small or large. */
export function useIsSmall(callId: string): readonly [boolean, (isSmall: boolean) => void] {
  const small = useScoped(createSmallCall);
  const isSmall = useStore(small, (state) => state.callId === callId);
  return [isSmall, (next) => small.setState({ callId: next ? callId : null })];
}

import { createContext, useContext } from 'react';
import type { SessionScope } from './session-scope';

/** The scope of the present identity, given at the root of the app. */
export const ScopeContext = createContext<SessionScope | null>(null);

export function useScope(): SessionScope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('Outside of a ScopeContext');
  return scope;
}

/** The one value that this factory makes in the present scope. */
export const useScoped = <Value>(create: (scope: SessionScope) => Value): Value => useScope().get(create);

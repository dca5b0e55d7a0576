import { render, type RenderResult } from '@testing-library/react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useStore } from 'zustand';
import { currentScope, scopeStore } from '../platform';
import { ScopeContext } from '../platform/session/scope-context';
import { createSessionScope, type SessionScope } from '../platform/session/session-scope';
import { createQueryClient } from '../shared/query-client';
import { ScopedQueries } from '../shared/ScopedQueries';

/** The present scope, as the root of the app provides it. */
export const PresentScope = ({ children }: PropsWithChildren) => (
  <ScopeContext value={useStore(scopeStore)}>{children}</ScopeContext>
);

/** The present scope with its queries, as the shell of the signed-in pages provides them. */
export const AppScope = ({ children }: PropsWithChildren) => (
  <PresentScope>
    <ScopedQueries>{children}</ScopedQueries>
  </PresentScope>
);

/** The query client of the present scope. */
export const queries = () => currentScope().get(createQueryClient);

/**
 * Begins another scope, as after a sign-out.
 * @param values made already, by their factories
 */
export function beginScope(
  values: readonly (readonly [(scope: SessionScope) => unknown, unknown])[] = [],
): SessionScope {
  currentScope().dispose();
  const scope = createSessionScope(currentScope().id + 1, new Map<unknown, unknown>(values));
  scopeStore.setState(scope, true);
  return scope;
}

export const renderInScope = (content: ReactNode): RenderResult => render(content, { wrapper: AppScope });

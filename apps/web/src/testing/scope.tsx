import { render, type RenderResult } from '@testing-library/react';
import type { PropsWithChildren, ReactNode } from 'react';
import { ScopeContext } from '../platform/session/scope-context';
import { createSessionScope, type SessionScope } from '../platform/session/session-scope';

/** A wrapper for `render` and `renderHook`. */
export const inScope = (scope: SessionScope) =>
  function InScope({ children }: PropsWithChildren) {
    return <ScopeContext value={scope}>{children}</ScopeContext>;
  };

export const renderInScope = (content: ReactNode, scope = createSessionScope()): RenderResult =>
  render(content, { wrapper: inScope(scope) });

import { QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { useScope } from '../platform/session/scope-context';
import { createQueryClient } from './query-client';

/** Provides the query client of the present scope. Another scope mounts the screens anew, because their queries belong to a client. */
export function ScopedQueries({ children }: PropsWithChildren) {
  const scope = useScope();
  return (
    <QueryClientProvider key={scope.id} client={scope.get(createQueryClient)}>
      {children}
    </QueryClientProvider>
  );
}

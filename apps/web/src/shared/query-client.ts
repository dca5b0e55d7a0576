/** Query client: the cache of server data of one scope, so that nothing of one user reaches the next. */
import { type DefaultOptions, notifyManager, onlineManager, QueryClient, type QueryMeta } from '@tanstack/react-query';
import { isPassing } from '../platform/http/api-error';
import type { SessionScope } from '../platform/session/session-scope';

declare module '@tanstack/react-query' {
  interface Register {
    readonly queryMeta: { readonly scope: SessionScope };
  }
}

// The manager only hears of changes: a page that starts offline would otherwise miss the return of the network.
onlineManager.setOnline(navigator.onLine);
// By default changes are rendered after a timer, which browsers delay by up to 4 ms.
notifyManager.setScheduler(queueMicrotask);

export const queryDefaults: DefaultOptions['queries'] = {
  // Pushes and reconnects invalidate stale data.
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  // Offline, a request fails at once instead of being paused.
  networkMode: 'always',
  retry: (failures, error) => failures < 2 && isPassing(error),
  retryDelay: (failures) => 500 * 2 ** failures,
};

export function createQueryClient(scope: SessionScope): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { ...queryDefaults, meta: { scope } } } });
  scope.onDispose(() => client.clear());
  return client;
}

/** The scope of a query, from the context of its `queryFn`. */
export function scopeOf({ meta }: { readonly meta: QueryMeta | undefined }): SessionScope {
  if (!meta) throw new Error('The query client was not made by createQueryClient');
  return meta.scope;
}

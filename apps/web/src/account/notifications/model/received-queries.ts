/** The queries of the notifications shown on this device. The service worker adds to them while no page is visible. */
import { queryOptions } from '@tanstack/react-query';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient } from '../../../shared/query-client';

const load = () => import('../../../platform/push/received-notifications');

export const receivedQuery = queryOptions({
  queryKey: ['received', 'list'],
  queryFn: async () => (await load()).readReceived(),
  retry: false,
  staleTime: 0,
});

/** The unread count. Unknown for a list that cannot be read. */
export const unreadReceivedQuery = queryOptions({
  queryKey: ['received', 'unread'],
  queryFn: async () => {
    const { readReceived } = await load();
    const kept = await readReceived().catch(() => []);
    return kept.filter(({ isRead }) => !isRead).length;
  },
  staleTime: 0,
});

/** Marks all notifications as read. The open list still shows which were new. */
export async function markReceivedSeen(scope: SessionScope): Promise<void> {
  await (await load()).markReceivedRead();
  await scope.get(createQueryClient).invalidateQueries({ queryKey: unreadReceivedQuery.queryKey });
}

const refresh = (scope: SessionScope) => scope.get(createQueryClient).invalidateQueries({ queryKey: ['received'] });

/** @returns a function that restores them */
export async function clearReceivedList(scope: SessionScope): Promise<() => void> {
  const putBack = await (await load()).clearReceived();
  await refresh(scope);
  return () => void putBack().then(() => refresh(scope));
}

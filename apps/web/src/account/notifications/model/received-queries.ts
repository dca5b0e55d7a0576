/** The notifications that this device has shown, as screens ask for them: the worker adds to them while no page is in sight. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../../shared/queries';

const load = () => import('../../../platform/push/received-notifications');

export const receivedQuery = queryOptions({
  queryKey: ['received', 'list'],
  queryFn: async () => (await load()).readReceived(),
  retry: false,
  staleTime: 0,
});

/** What is unread. Of a list that cannot be read nothing is known. */
export const unreadReceivedQuery = queryOptions({
  queryKey: ['received', 'unread'],
  queryFn: async () => {
    const { readReceived } = await load();
    const kept = await readReceived().catch(() => []);
    return kept.filter(({ isRead }) => !isRead).length;
  },
  staleTime: 0,
});

/** All that is listed was seen. The list itself goes on saying what was new when it was opened. */
export async function noteReceivedSeen(): Promise<void> {
  await (await load()).markReceivedRead();
  await queryClient.invalidateQueries({ queryKey: unreadReceivedQuery.queryKey });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['received'] });

/** @returns what puts them back */
export async function clearReceivedList(): Promise<() => void> {
  const putBack = await (await load()).clearReceived();
  await refresh();
  return () => void putBack().then(refresh);
}

import { listPurchases } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../../platform';

export const purchasesQuery = queryOptions({
  queryKey: ['purchases'],
  queryFn: () => sendCall(listPurchases, {}),
  staleTime: 0,
  // The server finds out what came of it.
  refetchInterval: ({ state: { data } }) => (data?.purchases.some(({ state }) => state === 'pending') ? 15_000 : false),
});

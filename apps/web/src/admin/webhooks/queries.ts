/** The queries of webhooks. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => api.listWebhooks(),
  staleTime: 0,
});

/** While something waits to be sent, what comes of it is looked for. */
export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () => api.listDeliveries({ webhookId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? 3000 : false),
  });

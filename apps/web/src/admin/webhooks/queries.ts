/** The queries of webhooks. */
import { listDeliveries, listWebhooks } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../platform';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => sendCall(listWebhooks, {}),
  staleTime: 0,
});

/** While something waits to be sent, what comes of it is looked for. */
export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () => sendCall(listDeliveries, { webhookId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? 3000 : false),
  });

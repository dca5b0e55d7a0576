import { getHealth, HEALTH_EVERY_MS } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../platform';

/** Asked again as often as the servers check themselves, while the page is seen. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: () => sendCall(getHealth, {}),
  staleTime: 0,
  refetchInterval: HEALTH_EVERY_MS,
});

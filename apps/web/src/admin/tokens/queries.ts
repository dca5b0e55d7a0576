/** The query of API tokens. */
import { listTokens } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../platform';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => sendCall(listTokens, {}),
  staleTime: 0,
});

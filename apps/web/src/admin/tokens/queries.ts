/** The query of API tokens. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => api.listTokens(),
  staleTime: 0,
});

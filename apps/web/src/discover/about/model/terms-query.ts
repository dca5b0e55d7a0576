import { queryOptions } from '@tanstack/react-query';
import { fetchTerms } from '../../../platform/http/brand-terms';

/** The brand's terms, fetched when they are opened. */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: fetchTerms,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: ({ state }) => state.status === 'error',
});

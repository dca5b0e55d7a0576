import { queryOptions } from '@tanstack/react-query';
import { fetchTerms } from '../../../platform/http/brand-terms';

/** The brand's terms: asked for by who opens them. */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: fetchTerms,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: ({ state }) => state.status === 'error',
});

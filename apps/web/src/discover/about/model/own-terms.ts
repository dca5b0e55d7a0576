import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';

/** Whether the person has accepted the published terms: asked once, at the start. */
export const ownTermsQuery = queryOptions({
  queryKey: ['own-terms'],
  queryFn: () => api.getOwnTerms(),
  staleTime: Number.POSITIVE_INFINITY,
});

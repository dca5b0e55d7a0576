import { brandTerms, decode, TERMS_PATH } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';

/** The brand's terms in both languages: asked for by who opens them. Rejects where they cannot be had. */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async () => {
    const response = await fetch(TERMS_PATH);
    const decoded = decode(brandTerms, await response.json());
    if (!decoded.success) throw new Error('The terms of the brand are not what this app expects');
    return decoded.data;
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: ({ state }) => state.status === 'error',
});

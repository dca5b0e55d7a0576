/** The query of notices. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

/** While one is being sent, or is about to be, what comes of it is looked for. */
export const noticesQuery = queryOptions({
  queryKey: ['company-notices'],
  queryFn: () => api.listNotices(),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    const isMoving = state.data?.items.some(({ state: of }) => of === 'waiting' || of === 'sending');
    return isMoving ? 3000 : false;
  },
});

/** The queries of the catalogues of the company. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export const CATALOGUES = ['own-catalogues'] as const;

/** While the server prepares one. */
const LOOK_AGAIN_MS = 5_000;

export const cataloguesQuery = (l: 'en' | 'it') =>
  queryOptions({
    queryKey: [...CATALOGUES, l],
    queryFn: () => api.listOwnCatalogues({ l }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.every(({ isReady }) => isReady) ? false : LOOK_AGAIN_MS),
  });

const PAGE = 50;

/** The newest of what people said of wrong results. */
export const feedbackQuery = (modelcode: string, l: 'en' | 'it') =>
  queryOptions({
    queryKey: [...CATALOGUES, 'feedback', modelcode, l],
    queryFn: () => api.listRecognitionFeedback({ modelcode, l, pageSize: PAGE }),
    staleTime: 0,
  });

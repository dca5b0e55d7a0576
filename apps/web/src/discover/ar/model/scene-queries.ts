import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';

/** A scene and what stands on its markers. Retried once (D4.15). */
export const sceneQuery = (l: ContentLanguage, contentId: number) =>
  queryOptions({
    queryKey: ['scene', l, contentId],
    queryFn: () => api.getScene({ contentId, l }),
    retry: 1,
    retryDelay: 0,
  });

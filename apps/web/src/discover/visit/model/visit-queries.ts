/** What a visit shows: its points, and the pictures of its views. The points stay on the device, as the views do. */
import type { ModelView, VisitKeypoint } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';
import { keptJson } from '../../vision';
import { pointsOf } from './visit-points';

export const visitPointsQuery = (l: ContentLanguage, modelId: string) =>
  queryOptions({
    queryKey: ['visit-points', l, modelId],
    queryFn: async () => {
      const load = async (): Promise<readonly VisitKeypoint[]> =>
        (await api.listModelKeypoints({ id: modelId, l })).items;
      return pointsOf(await keptJson(`/api/discover/models/${modelId}?keypoints&l=${l}`, load));
    },
  });

export const visitViewsQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['visit-views', modelId],
    queryFn: () =>
      keptJson(
        `/api/discover/modelviews?m=${modelId}`,
        (): Promise<readonly ModelView[]> => api.listModelViews({ m: modelId }),
      ),
  });

/** What a visit shows: its points, and the pictures of its views. The points stay on the device, as the views do. */
import type { ModelView, VisitKeypoint } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';
import { networkFirst } from '../../vision';
import { pointsOf } from './visit-points';

/** An answer as JSON, kept on the device for the next time without a network. */
async function kept<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer> {
  const bytes = await networkFirst(name, async () => new TextEncoder().encode(JSON.stringify(await load())));
  return JSON.parse(new TextDecoder().decode(bytes)) as Answer;
}

export const visitPointsQuery = (l: ContentLanguage, modelId: string) =>
  queryOptions({
    queryKey: ['visit-points', l, modelId],
    queryFn: async () => {
      const load = async (): Promise<readonly VisitKeypoint[]> =>
        (await api.listModelKeypoints({ id: modelId, l })).items;
      return pointsOf(await kept(`/api/discover/models/${modelId}?keypoints&l=${l}`, load));
    },
  });

export const visitViewsQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['visit-views', modelId],
    queryFn: () =>
      kept(
        `/api/discover/modelviews?m=${modelId}`,
        (): Promise<readonly ModelView[]> => api.listModelViews({ m: modelId }),
      ),
  });

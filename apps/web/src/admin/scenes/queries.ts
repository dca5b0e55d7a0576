/** The queries of scenes, as they are edited. */
import { ContentView, type EditableMarker } from '@earth/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export const PAGE = 20;
const SCENES = ['edited-scenes'] as const;

export const scenesQuery = (l: 'en' | 'it', page: number) =>
  queryOptions({
    queryKey: [...SCENES, l, page],
    queryFn: () => api.listContentTable({ l, v: [ContentView.scene], page, pageSize: PAGE }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const sceneQuery = (contentId: number) =>
  queryOptions({
    queryKey: [...SCENES, 'one', contentId],
    queryFn: () => api.getEditableScene({ contentId }),
    staleTime: 0,
  });

/** The lowest rating of the markers; null: none is rated. */
export function worstOf(markers: readonly EditableMarker[]): number | null {
  const ratings = markers.flatMap(({ rating }) => rating ?? []);
  return ratings.length === 0 ? null : Math.min(...ratings);
}

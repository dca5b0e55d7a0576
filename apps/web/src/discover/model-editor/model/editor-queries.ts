/** What the editors of a model show: the model, its views, its contents, and the points of a view. Fetched whenever a screen opens. */
import { type ContentItem, ContentView, type ModelView, NO_LAYER, PAGE_SIZE_MAX } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';
import { readLayer } from './mask-layer';

const fresh = { staleTime: 0 } as const;

export const editedViewsQuery = (modelId: string) =>
  queryOptions({ queryKey: ['edited-views', modelId], queryFn: () => api.listModelViews({ m: modelId }), ...fresh });

/** The info contents of a model, all pages. @param contentId the content of the model, which is their group */
export const modelContentsQuery = (l: ContentLanguage, contentId: number) =>
  queryOptions({
    queryKey: ['model-contents', l, contentId],
    queryFn: async () => {
      const all: ContentItem[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total } = await api.listContents({
          l,
          groupId: [contentId],
          v: [ContentView.keypoint],
          ac: 3,
          page,
          pageSize: PAGE_SIZE_MAX,
        });
        all.push(...items);
        if (items.length < PAGE_SIZE_MAX || all.length >= total) return all;
      }
    },
    ...fresh,
  });

export const keypointsQuery = (viewId: string) =>
  queryOptions({ queryKey: ['edited-points', viewId], queryFn: () => api.listKeypoints({ mvId: viewId }), ...fresh });

/** A mask as the server stores it, and as the editor shows it; null: there is none. */
export interface Layer {
  readonly base64: string | null;
  readonly bitmap: ImageBitmap | null;
}

export async function readLayerOf(base64: string | null, view: ModelView): Promise<Layer> {
  return { base64, bitmap: base64 === null ? null : await readLayer(base64, view) };
}

/** The stored mask of a view. */
export async function fetchLayer(view: ModelView): Promise<Layer> {
  const base64 = await api.getViewLayer({ id: view.uniqueId });
  return await readLayerOf(base64 === NO_LAYER ? null : base64, view);
}

/** The stored mask of a view, as it is shown; null: it has none. */
export const layerQuery = (view: ModelView) =>
  queryOptions({
    queryKey: ['view-layer', view.uniqueId],
    queryFn: async () => (await fetchLayer(view)).bitmap,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

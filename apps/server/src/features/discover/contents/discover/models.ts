/** Models: contents whose views the camera recognizes. */
import {
  type ContentFilters,
  ContentView,
  type DiscoverModel,
  type Language,
  type VisitKeypoint,
} from '@earth/contracts';
import { indexBytes, VIEW_FORMAT } from '@earth/vision';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import { previewerOf } from '../policy';
import { getContent, itemsOf, type Lists, listContents } from '../service';
import { keypointOf } from './keypoints';
import * as store from './store';

/** The ids of views in an index are UUIDs. */
const ID_BYTES = 36;

type Counted = Pick<DiscoverModel, 'uniqueId' | 'viewsCount' | 'viewsBytes'>;

async function modelsOf({ pool }: Context, contentIds: readonly number[]): Promise<ReadonlyMap<number, Counted>> {
  const rows = await store.findModels(pool, VIEW_FORMAT, contentIds);
  return new Map(
    [...rows].map(([contentId, { id, viewsCount, recordBytes }]) => [
      contentId,
      { uniqueId: id, viewsCount, viewsBytes: indexBytes(recordBytes, ID_BYTES) },
    ]),
  );
}

type ModelFilters = ContentFilters & { readonly point?: number | undefined };

export async function listModels(context: Context, lists: Lists, principal: Caller | null, filters: ModelFilters) {
  const { items, total } = await listContents(context, lists, principal, {
    ...filters,
    v: [ContentView.model],
    isModel: true,
  });
  const models = await modelsOf(
    context,
    items.map(({ content }) => content.id),
  );
  return {
    items: items.flatMap((contentData): DiscoverModel[] => {
      const contentId = contentData.content.id;
      const model = models.get(contentId);
      return model ? [{ ...model, contentId, contentData }] : [];
    }),
    total,
  };
}

interface Wanted {
  readonly id: string;
  readonly l: Language;
}

/** @throws ApiError `notFound` */
export async function getModel(context: Context, principal: Caller | null, { id, l }: Wanted): Promise<DiscoverModel> {
  const contentId = await store.findModelContent(context.pool, id);
  if (contentId === null) throw new ApiError('notFound');
  const contentData = await getContent(context, principal, { contentId, l }, ContentView.model);
  const model = (await modelsOf(context, [contentId])).get(contentId);
  if (!model) throw new ApiError('notFound');
  return { ...model, contentId, contentData };
}

/** @throws ApiError `notFound` if there is no such model, or the user may not see it */
export async function requireSeen(context: Context, principal: Caller | null, id: string): Promise<void> {
  await getModel(context, principal, { id, l: 'en' });
}

/** All key points of a model whose contents the user may see. @throws ApiError `notFound` */
export async function listModelKeypoints(
  context: Context,
  principal: Caller | null,
  { id, l }: Wanted,
): Promise<{ items: VisitKeypoint[] }> {
  await requireSeen(context, principal, id);
  const viewer = previewerOf(principal);
  const rows = await store.findKeypoints(context.pool, viewer, { modelId: id });
  const ids = [...new Set(rows.map(({ contentId }) => contentId))];
  const contents = new Map((await itemsOf(context, viewer, { ids, locale: l })).map((item) => [item.content.id, item]));
  const items = rows.flatMap((row): VisitKeypoint[] => {
    const contentData = contents.get(row.contentId);
    return contentData ? [{ ...keypointOf(row), width: row.width, height: row.height, contentData }] : [];
  });
  return { items };
}

/** What a discover visit needs beside contents: what starts scenes, and models. */
import {
  type ContentFilters,
  ContentView,
  type DiscoverModel,
  type Language,
  type Trigger,
  TriggerType,
} from '@earth/contracts';
import type { Context } from '../../context';
import { ApiError } from '../../http/api-error';
import type { Who } from '../../http/who';
import { sightOf } from './policy';
import { getContent, type Lists, listContents } from './service';
import * as store from './store';

function triggerOf({ id, sid, sType, imageUrl, uuid, major, minor }: store.TriggerRow): Trigger {
  const beacon = uuid === null ? null : { uuid, major: major ?? 0, minor: minor ?? 0 };
  return { id, sid, sType: sType as Trigger['sType'], imageUrl, beacon };
}

interface Started {
  readonly sid?: number | undefined;
  readonly sType?: Trigger['sType'] | undefined;
}

export async function listTriggers({ pool }: Context, who: Who | null, { sid, sType }: Started): Promise<Trigger[]> {
  const rows = await store.findTriggers(pool, sightOf(who), { sceneId: sid, type: sType });
  return rows.map(triggerOf);
}

/** @param place 0: wherever they are */
export async function listMarkers({ pool }: Context, who: Who | null, place: number) {
  const rows = await store.findTriggers(pool, sightOf(who), {
    type: TriggerType.marker,
    ...(place > 0 && { placeId: place }),
  });
  return rows.flatMap(({ imageUrl }) => (imageUrl === null ? [] : [{ imageUrl }]));
}

export async function listModels(context: Context, lists: Lists, who: Who | null, filters: ContentFilters) {
  const { items, total } = await listContents(context, lists, who, {
    ...filters,
    v: [ContentView.model],
    isModel: true,
  });
  const models = await store.findModels(
    context.pool,
    items.map(({ content }) => content.id),
  );
  return {
    items: items.flatMap((contentData): DiscoverModel[] => {
      const contentId = contentData.content.id;
      const uniqueId = models.get(contentId);
      return uniqueId === undefined ? [] : [{ uniqueId, contentId, contentData }];
    }),
    total,
  };
}

/** @throws ApiError `notFound` */
export async function getModel(
  context: Context,
  who: Who | null,
  { id, l }: { readonly id: string; readonly l: Language },
): Promise<DiscoverModel> {
  const contentId = await store.findModelContent(context.pool, id);
  if (contentId === null) throw new ApiError('notFound');
  return { uniqueId: id, contentId, contentData: await getContent(context, who, { contentId, l }, ContentView.model) };
}

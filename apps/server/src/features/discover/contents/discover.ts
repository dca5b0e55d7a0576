/** Triggers of scenes, and models: what a discover visit needs besides contents. */
import {
  type ContentFilters,
  ContentView,
  type DiscoverModel,
  type Language,
  type Trigger,
  TriggerType,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { createAddresses, createSigner, type Signer } from './media';
import { requireEditor, viewerOf } from './policy';
import { getContent, type Lists, listContents } from './service';
import * as store from './store';
import { findOwn } from './writing-store';

function pictureOf({ imageUrl, fileId, ending, visibility }: store.TriggerRow, signer: Signer): string | null {
  if (fileId === null) return imageUrl;
  const file = { id: fileId, kind: 'marker', url: null, ending, width: null } as const;
  return createAddresses(visibility === 'public' ? null : signer).of(file);
}

function triggerOf(row: store.TriggerRow, signer: Signer): Trigger {
  const { id, sid, sType, uuid, major, minor } = row;
  const beacon = uuid === null ? null : { uuid, major: major ?? 0, minor: minor ?? 0 };
  return { id, sid, sType: sType as Trigger['sType'], imageUrl: pictureOf(row, signer), beacon };
}

interface Started {
  readonly sid?: number | undefined;
  readonly sType?: Trigger['sType'] | undefined;
}

export async function listTriggers(
  context: Context,
  principal: Principal | null,
  { sid, sType }: Started,
): Promise<Trigger[]> {
  const signer = createSigner(context);
  const rows = await store.findTriggers(context.pool, viewerOf(principal), { sceneId: sid, type: sType });
  return rows.map((row) => triggerOf(row, signer));
}

/** @param place 0: of any place */
export async function listMarkers(context: Context, principal: Principal | null, place: number) {
  const signer = createSigner(context);
  const rows = await store.findTriggers(context.pool, viewerOf(principal), {
    type: TriggerType.marker,
    ...(place > 0 && { placeId: place }),
  });
  return rows.flatMap((row) => {
    const imageUrl = pictureOf(row, signer);
    return imageUrl === null ? [] : [{ imageUrl }];
  });
}

export async function listModels(context: Context, lists: Lists, principal: Principal | null, filters: ContentFilters) {
  const { items, total } = await listContents(context, lists, principal, {
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
  principal: Principal | null,
  { id, l }: { readonly id: string; readonly l: Language },
): Promise<DiscoverModel> {
  const contentId = await store.findModelContent(context.pool, id);
  if (contentId === null) throw new ApiError('notFound');
  return {
    uniqueId: id,
    contentId,
    contentData: await getContent(context, principal, { contentId, l }, ContentView.model),
  };
}

/**
 * There is no processor yet that builds a model from the pictures of its views: the call fails instead of claiming success.
 * @throws ApiError `notAllowed`, `notFound`, `processingFailed`
 */
export async function processModel({ pool, db }: Context, principal: Principal, id: string): Promise<never> {
  requireEditor(principal);
  const contentId = await store.findModelContent(pool, id);
  const content = contentId !== null && (await findOwn(db, principal.companyId, contentId));
  throw new ApiError(content ? 'processingFailed' : 'notFound');
}

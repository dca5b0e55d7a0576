/** Scenes: their triggers, their markers, and what stands on them. */
import {
  ContentView,
  type Language,
  type Marker,
  type SceneData,
  type SceneItem,
  type Trigger,
  TriggerType,
  type ViewReason,
  viewReasons,
} from '@earth/contracts';
import { VIEW_FORMAT } from '@earth/vision';
import type { Context } from '../../../../context';
import type { Caller } from '../../../../http/principal';
import { createAddresses, createSigner, type Signer } from '../media';
import { previewerOf, viewerOf } from '../policy';
import { getContent } from '../service';
import * as store from './store';

function pictureOf({ imageUrl, fileId, ending, visibility }: store.TriggerRow, signer: Signer): string | null {
  if (fileId === null) return imageUrl;
  const file = { id: fileId, kind: 'marker', url: null, ending, width: null } as const;
  return createAddresses(visibility === 'public' ? null : signer).of(file);
}

/** Only a view that is in an index can be found by its id. */
const viewIdOf = ({ viewId, digest }: store.TriggerRow) => (digest === null ? null : viewId);

function triggerOf(row: store.TriggerRow, signer: Signer): Trigger {
  const { id, sid, title, sType, uuid, major, minor, range } = row;
  const beacon = uuid === null ? null : { uuid, major: major ?? 0, minor: minor ?? 0, range };
  const imageUrl = pictureOf(row, signer);
  return { id, sid, title, sType: sType as Trigger['sType'], imageUrl, beacon, viewId: viewIdOf(row) };
}

export async function listTriggers(
  context: Context,
  principal: Caller | null,
  {
    l,
    sid,
    sType,
  }: { readonly l: Language; readonly sid?: number | undefined; readonly sType?: Trigger['sType'] | undefined },
): Promise<Trigger[]> {
  const signer = createSigner(context);
  const wanted = { format: VIEW_FORMAT, locale: l, sceneId: sid, type: sType };
  const rows = await store.findTriggers(context.pool, viewerOf(principal), wanted);
  return rows.map((row) => triggerOf(row, signer));
}

/** The rating and its reason. A stored one that the contract does not know counts as absent. */
export function resultOf({ rating, reason }: Pick<store.ViewResult, 'rating' | 'reason'>) {
  return {
    rating: rating === null ? null : Math.min(5, Math.max(0, rating)),
    reason: viewReasons.find((known): known is ViewReason => known === reason) ?? null,
  };
}

/** @param place 0: of any place */
export const markersAt = (place: number): store.Started => ({
  type: TriggerType.marker,
  ...(place > 0 && { placeId: place }),
});

export async function listMarkers(context: Context, principal: Caller | null, place: number): Promise<Marker[]> {
  const signer = createSigner(context);
  const wanted = { format: VIEW_FORMAT, locale: 'en', ...markersAt(place) } as const;
  const rows = await store.findTriggers(context.pool, viewerOf(principal), wanted);
  return rows.flatMap((row) => {
    const imageUrl = pictureOf(row, signer);
    return imageUrl === null ? [] : [{ imageUrl, viewId: viewIdOf(row), sceneId: row.sid, ...resultOf(row) }];
  });
}

function itemOf(row: store.SceneItemRow, urls: ReadonlyMap<string, string>): SceneItem {
  const { id, triggerId, kind, contentId, title, hasAlpha, x, y, z, turnX, turnY, turnZ, width } = row;
  const { videoStart, videoEnd } = row;
  const fileIds: unknown[] = Array.isArray(row.fileIds) ? row.fileIds : [];
  return {
    id,
    triggerId,
    kind,
    contentId,
    title,
    hasAlpha,
    videoStart,
    videoEnd,
    width,
    urls: fileIds.flatMap((fileId) => urls.get(String(fileId)) ?? []),
    position: [x, y, z],
    rotation: [turnX, turnY, turnZ],
  };
}

/** @throws ApiError `notFound` */
export async function getScene(
  context: Context,
  principal: Caller | null,
  input: { readonly contentId: number; readonly l: Language },
): Promise<SceneData> {
  const { pool } = context;
  const shown = await getContent(context, principal, input, ContentView.scene);
  const viewer = previewerOf(principal);
  const rows = await store.findSceneItems(pool, viewer, input.contentId, input.l);
  const files = rows.length === 0 ? [] : await store.findItemFiles(pool, input.contentId);
  // It may be a draft.
  const isPublic = shown.content.visibility === 'public' && shown.content.ownerId !== viewer.draftsOf;
  const addresses = createAddresses(isPublic ? null : createSigner(context));
  const urls = new Map(files.map((file) => [file.id, addresses.of(file) ?? '']));
  // An item of a marker that is no trigger any more stands nowhere.
  const items = rows.filter(({ markerId, triggerId }) => markerId === null || triggerId !== null);
  return { ...shown, scene: { items: items.map((row) => itemOf(row, urls)) } };
}

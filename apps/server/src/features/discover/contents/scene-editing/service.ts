/** Editing scenes: their markers and what stands on these. Each change makes a new version of the scene's content. */
import {
  type Beacon,
  ContentView,
  type EditableItem,
  type EditableScene,
  SCENE_MARKERS_MAX,
  type WrittenItem,
} from '@earth/contracts';
import { withBlobs } from '../../../../adapters/blobs/with-blobs';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import { keepFirstVersion } from '../back-office/history-store';
import { stateOf } from '../discover/model-views';
import { processViews } from '../discover/processing';
import type { ViewProcessor } from '../discover/processor';
import { resultOf } from '../discover/scenes';
import { makeViewPicture } from '../discover/view-pictures';
import type { Arrived } from '../file-changes';
import { bytesOf } from '../files';
import { saveItems } from '../import/store';
import { blobKeyOf, createAddresses, createSigner } from '../media';
import { requireEditor } from '../policy';
import { deleteBlobs, recordWrite } from '../writing';
import * as contents from '../writing-store';
import { type ReadItem, readItems } from './files';
import * as store from './store';

/** @throws ApiError `notAllowed`, `notFound` if it is no scene of the user's company */
async function requireScene({ db }: Context, principal: Caller, contentId: number): Promise<contents.ContentRow> {
  requireEditor(principal);
  const own = await contents.findOwn(db, principal.companyId, contentId);
  if (!own || own.ctnView !== ContentView.scene) throw new ApiError('notFound');
  return own;
}

type FoundItem = Awaited<ReturnType<typeof store.findItems>>[number];

function itemOf({ item, contentTitle }: FoundItem, urls: ReadonlyMap<string, string>): EditableItem {
  const { kind, markerId, contentId, titleEn, titleIt, hasAlpha, x, y, z, turnX, turnY, turnZ, width } = item;
  const { videoStart, videoEnd } = item;
  const files = item.fileIds.flatMap((fileId) => {
    const url = urls.get(fileId);
    return url === undefined ? [] : [{ fileId, url }];
  });
  const place = { hasAlpha, x, y, z, turnX, turnY, turnZ, width, videoStart, videoEnd };
  return { kind, markerId, contentId, contentTitle, title: { en: titleEn, it: titleIt }, files, ...place };
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function getEditableScene(context: Context, principal: Caller, contentId: number): Promise<EditableScene> {
  const { version, visibility, isShown } = await requireScene(context, principal, contentId);
  const { db } = context;
  const [markers, beacons, items, files] = await Promise.all([
    store.findMarkers(db, contentId),
    store.findBeacons(db, contentId),
    store.findItems(db, contentId),
    store.findItemFiles(db, contentId),
  ]);
  const addresses = createAddresses(visibility === 'public' && isShown ? null : createSigner(context));
  const urls = new Map(files.map((file) => [file.id, addresses.of(file) ?? '']));
  return {
    version,
    markers: markers.map(({ file, ...row }) => ({
      markerId: file.id,
      imageUrl: addresses.of(file) ?? '',
      ...resultOf(row),
      state: stateOf(row),
    })),
    beacons,
    items: items.map((item) => itemOf(item, urls)),
  };
}

interface Change {
  readonly contentId: number;
  readonly basedOn: number;
}

/**
 * Changes a scene in one transaction. Files that have come are stored before, and deleted if it fails; those that `write` returns
 * are deleted after it.
 * @throws ApiError `contentChanged` if another version is stored than the one that was edited
 */
async function changeScene(
  context: Context,
  principal: Caller,
  { contentId, basedOn }: Change,
  {
    arrived,
    write,
  }: { readonly arrived: readonly Arrived[]; write(db: Queries): Promise<readonly contents.StoredFile[]> },
): Promise<EditableScene> {
  const { blobs, db } = context;
  const files = arrived.flatMap((file) => file.blobs);
  const ids = arrived.map(({ id }) => id);
  const removed = await withBlobs(blobs, files, {
    write: async (commit) => {
      const result = await db.transaction(async (transaction) => {
        await contents.lockRevision(transaction);
        const held = await contents.lockContent(transaction, principal.companyId, contentId, 'no key update');
        if (!held) throw new ApiError('notFound');
        if (held.version !== basedOn) throw new ApiError('contentChanged');
        await keepFirstVersion(transaction, contentId);
        const unnamed = await write(transaction);
        await contents.saveContent(transaction, contentId, {});
        await recordWrite(context, transaction, { principal, id: contentId, action: 'changed' });
        return unnamed;
      });
      commit();
      return result;
    },
    isReferenced: () => contents.isSomeFileReferenced(db, ids),
  });
  await deleteBlobs(context, removed);
  return await getEditableScene(context, principal, contentId);
}

/** No file is read for a scene that does not exist, or that somebody has changed. */
async function requireVersion(context: Context, principal: Caller, { contentId, basedOn }: Change): Promise<void> {
  const { version } = await requireScene(context, principal, contentId);
  if (version !== basedOn) throw new ApiError('contentChanged');
}

const filesOn = async (db: Queries, sceneId: number, markerId: string): Promise<contents.StoredFile[]> => {
  const items = await store.findItems(db, sceneId);
  const ids = new Set(items.flatMap(({ item }) => (item.markerId === markerId ? item.fileIds : [])));
  return (await store.findItemFiles(db, sceneId)).filter(({ id }) => ids.has(id));
};

type NewMarker = Change & { readonly imageBase64: string; readonly replaces?: string | undefined };

/** @throws ApiError `notAllowed`, `notFound`, `contentChanged`, one about the picture, or `conflict` if another marker has the same one */
export async function addSceneMarker(
  context: Context,
  principal: Caller,
  { imageBase64, replaces, ...change }: NewMarker,
): Promise<EditableScene> {
  await requireVersion(context, principal, change);
  const { random, settings } = context;
  const given = bytesOf('imageBase64', imageBase64, settings.maxFileBytes);
  const { bytes, ...fields } = await makeViewPicture('imageBase64', given);
  const id = random.id();
  const blobs = [{ key: blobKeyOf(id, `file.${fields.ending}`), bytes }];
  const { contentId: sceneId } = change;
  return await changeScene(context, principal, change, {
    arrived: [{ id, kind: 'marker', fields, blobs }],
    write: async (db) => {
      const markers = (await store.findMarkers(db, sceneId)).map(({ file }) => file);
      const replaced = markers.find((marker) => marker.id === replaces);
      if (replaces !== undefined && !replaced) throw new ApiError('notFound');
      if (!replaced && markers.length >= SCENE_MARKERS_MAX) throw new ApiError('invalidInput', 'imageBase64');
      if (markers.some(({ digest }) => digest === fields.digest)) throw new ApiError('conflict');
      const position = replaced?.position ?? Math.max(-1, ...markers.map((marker) => marker.position)) + 1;
      const file = { id, contentId: sceneId, kind: 'marker' as const, ...fields };
      await store.insertMarker(db, { sceneId, file, viewId: random.id(), position, replaced: replaces });
      const removed = replaced ? [replaced] : [];
      await store.deleteFiles(
        db,
        removed.map((one) => one.id),
      );
      return removed;
    },
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `contentChanged` */
export async function deleteSceneMarker(
  context: Context,
  principal: Caller,
  { markerId, ...change }: Change & { readonly markerId: string },
): Promise<EditableScene> {
  await requireScene(context, principal, change.contentId);
  return await changeScene(context, principal, change, {
    arrived: [],
    write: async (db) => {
      const found = (await store.findMarkers(db, change.contentId)).find(({ file }) => file.id === markerId);
      if (!found) throw new ApiError('notFound');
      const removed = [found.file, ...(await filesOn(db, change.contentId, markerId))];
      await store.deleteFiles(
        db,
        removed.map(({ id }) => id),
      );
      return removed;
    },
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `contentChanged`, `invalidInput` if a beacon is given twice */
export async function saveSceneBeacons(
  context: Context,
  principal: Caller,
  { beacons, ...change }: Change & { readonly beacons: readonly Beacon[] },
): Promise<EditableScene> {
  await requireScene(context, principal, change.contentId);
  const known = new Set<string>();
  for (const [at, { uuid, major, minor }] of beacons.entries()) {
    const beacon = `${uuid} ${major} ${minor}`;
    if (known.has(beacon)) throw new ApiError('invalidInput', `beacons.${at}`);
    known.add(beacon);
  }
  return await changeScene(context, principal, change, {
    arrived: [],
    write: async (db) => {
      await store.replaceBeacons(db, change.contentId, beacons);
      return [];
    },
  });
}

const rowOf = ({ item, fileIds }: ReadItem, position: number) => {
  const { title, files: _, ...columns } = item;
  return { ...columns, position, fileIds, titleEn: title.en, titleIt: title.it };
};

/** What of other rows the items name. @throws ApiError `invalidInput` if it is not the scene's, or the user may not see it */
async function requireReferences(
  db: Queries,
  { companyId }: Caller,
  { sceneId, all, stored }: { sceneId: number; all: readonly ReadItem[]; stored: readonly contents.StoredFile[] },
): Promise<void> {
  const markers = new Set((await store.findMarkers(db, sceneId)).map(({ file }) => file.id));
  const named = [...new Set(all.flatMap(({ item }) => item.contentId ?? []))];
  const seen = new Set(named.length === 0 ? [] : await contents.lockSeen(db, companyId, named));
  const before = await store.findItems(db, sceneId);
  /** The kinds of items whose file each is: a video does not become a picture. */
  const kinds = new Map(before.flatMap(({ item }) => item.fileIds.map((id) => [id, item.kind] as const)));
  const known = new Set(stored.map(({ id }) => id));
  const isPlain = (kind: WrittenItem['kind'] | undefined) => kind === 'video' || kind === 'model';
  for (const [at, { item }] of all.entries()) {
    if (item.markerId !== null && !markers.has(item.markerId))
      throw new ApiError('invalidInput', `items.${at}.markerId`);
    if (item.contentId !== null && !seen.has(item.contentId))
      throw new ApiError('invalidInput', `items.${at}.contentId`);
    for (const file of item.files) {
      if (!('fileId' in file)) continue;
      const kind = kinds.get(file.fileId);
      const fits = kind === item.kind || !(isPlain(kind) || isPlain(item.kind));
      if (!known.has(file.fileId) || !fits) throw new ApiError('invalidInput', `items.${at}.files`);
    }
  }
}

/** @throws ApiError `notAllowed`, `notFound`, `contentChanged`, `invalidInput`, or one about a file */
export async function saveSceneItems(
  context: Context,
  principal: Caller,
  { items, ...change }: Change & { readonly items: readonly WrittenItem[] },
): Promise<EditableScene> {
  await requireVersion(context, principal, change);
  const { all, arrived } = await readItems(context, items);
  const { contentId: sceneId } = change;
  return await changeScene(context, principal, change, {
    arrived,
    write: async (db) => {
      const stored = await store.findItemFiles(db, sceneId);
      await requireReferences(db, principal, { sceneId, all, stored });
      const positions = new Map(all.flatMap(({ fileIds }) => fileIds).map((id, position) => [id, position]));
      const removed = stored.filter(({ id }) => !positions.has(id));
      await contents.saveFiles(db, {
        removed: removed.map(({ id }) => id),
        changed: stored.flatMap((file) => {
          const position = positions.get(file.id);
          return position === undefined ? [] : [{ ...file, position }];
        }),
        added: arrived.map(({ id, kind, fields }) => ({
          ...fields,
          id,
          kind,
          position: positions.get(id) ?? 0,
          contentId: sceneId,
        })),
      });
      await saveItems(db, sceneId, all.map(rowOf));
      return removed;
    },
  });
}

/** @throws ApiError `notAllowed`, `notFound`, `noViews` if the scene has no marker, `starting`, `processingFailed` */
export async function processScene(
  context: Context,
  processor: ViewProcessor,
  {
    principal,
    contentId,
    isAwaited,
  }: { readonly principal: Caller; readonly contentId: number; readonly isAwaited: () => boolean },
): Promise<EditableScene> {
  await requireScene(context, principal, contentId);
  if ((await store.findMarkers(context.db, contentId)).length === 0) throw new ApiError('noViews');
  await processViews(context, processor, { of: { sceneId: contentId }, isAwaited });
  return await getEditableScene(context, principal, contentId);
}

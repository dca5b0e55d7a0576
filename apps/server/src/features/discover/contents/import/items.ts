/** What stands on the markers of scenes, in an import. */
import type { Queries } from '../../../../db/database';
import type { StoredFile } from '../writing-store';
import { saveFiles } from '../writing-store';
import type { PreparedRow } from './files';
import * as store from './store';

/** Replaces the items of a scene. @returns the files without a reference */
export async function writeItems(
  db: Queries,
  prepared: PreparedRow,
  sceneId: number,
  ids: ReadonlyMap<string, number>,
): Promise<readonly StoredFile[]> {
  const { items } = prepared.row.body;
  if (items === undefined) return [];
  const before = prepared.stored.filter(({ kind }) => kind === 'item');
  const arrived = prepared.arrived.get('items');
  const added = (arrived ?? []).map(({ id, kind, fields }, position) => ({
    ...fields,
    id,
    kind,
    position,
    contentId: sceneId,
  }));
  const isKept = !arrived && (items ?? []).some(({ files }) => files.length > 0);
  const removed = isKept ? [] : before;
  await saveFiles(db, { removed: removed.map(({ id }) => id), changed: [], added });
  const fileIds = (isKept ? before : added).map(({ id }) => id).values();
  const markerIds = await store.findMarkers(db, sceneId);
  await store.saveItems(
    db,
    sceneId,
    (items ?? []).map(({ files, content, marker, title_en, title_it, ...item }, position) => ({
      ...item,
      position,
      markerId: marker === undefined ? null : (markerIds[marker - 1] ?? null),
      contentId: content ? (ids.get(content) ?? null) : null,
      fileIds: files.flatMap(() => fileIds.next().value ?? []),
      titleEn: title_en,
      titleIt: title_it,
    })),
  );
  return removed;
}

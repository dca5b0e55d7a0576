/** Writes the views of a model and their key points, in an import. */
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { blobKeyOf } from '../media';
import type { NewFile, StoredFile } from '../writing-store';
import { saveFiles } from '../writing-store';
import type { PreparedRow } from './files';
import * as store from './store';
import type { PreparedView } from './view-files';

/** @returns the files without a reference */
export async function writeViews(
  { context, db }: { readonly context: Pick<Context, 'blobs' | 'random'>; readonly db: Queries },
  { views, stored }: PreparedRow,
  contentId: number,
  ids: ReadonlyMap<string, number>,
): Promise<StoredFile[]> {
  if (views === undefined) return [];
  const modelId = await store.findModelId(db, contentId);
  if (modelId === undefined) return [];
  const used = new Set(views.map(({ picture }) => picture.id));
  const masks = new Map((await store.findMasks(db, modelId)).map(({ fileId, mask }) => [fileId, mask]));
  /** Of a view that stays: the same mask stays too. */
  const maskOf = ({ picture, mask }: PreparedView) => {
    const before = masks.get(picture.id);
    return mask && before?.digest === mask.fields.digest ? before.id : (mask?.id ?? null);
  };
  const kept = new Set(views.map(maskOf));
  const removed = stored.filter(
    ({ id, kind }) => (kind === 'view' && !used.has(id)) || (kind === 'mask' && !kept.has(id)),
  );
  const added = views.flatMap(({ picture, mask }, position): NewFile[] => [
    ...(picture.isNew ? [{ ...picture.fields, id: picture.id, contentId, kind: 'view' as const, position }] : []),
    ...(mask && kept.has(mask.id) ? [{ ...mask.fields, id: mask.id, contentId, kind: 'mask' as const, position }] : []),
  ]);
  await saveFiles(db, { removed: [], changed: [], added });
  await store.saveViews(
    db,
    modelId,
    views.map((view, at) => ({
      fileId: view.picture.id,
      maskId: maskOf(view),
      position: at + 1,
      points: view.points.map(({ content, x, y, color }) => ({
        id: context.random.id(),
        contentId: ids.get(content) ?? 0,
        posX: x,
        posY: y,
        color,
      })),
    })),
  );
  // Later, so that a mask that is gone is still seen to change its view.
  await saveFiles(db, { removed: removed.map(({ id }) => id), changed: [], added: [] });
  // A mask that was stored again for a view that has the same one already.
  for (const { mask } of views)
    if (mask && !kept.has(mask.id)) await context.blobs.delete(blobKeyOf(mask.id, 'file.png'));
  return removed;
}

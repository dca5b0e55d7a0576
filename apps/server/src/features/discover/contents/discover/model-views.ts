/** Views of models: their pictures and masks, written by operators and admins of the owning company. */
import { type ModelView, NO_LAYER, type ViewState } from '@earth/contracts';
import { withBlobs } from '../../../../adapters/blobs/with-blobs';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import { bytesOf } from '../files';
import { blobKeyOf, createAddresses, createSigner, partsOf } from '../media';
import { previewerOf, requireEditor } from '../policy';
import { deleteBlobs } from '../writing';
import { findOwn, isSomeFileReferenced, lockRevision } from '../writing-store';
import { requireSeen } from './models';
import { resultOf } from './scenes';
import * as store from './store';
import { makeMask, makeViewPicture, type PlainPicture, toPng } from './view-pictures';

export function stateOf({
  rating,
  isQueued,
  isChanged,
}: Pick<store.ModelViewRow, 'rating' | 'isQueued' | 'isChanged'>): ViewState {
  if (isQueued) return 'queued';
  if (rating === null) return 'new';
  return isChanged ? 'changed' : 'processed';
}

function viewOf(context: Context, row: store.ModelViewRow): ModelView {
  const { id, modelId, maskVersion, position, keyPointsCount, fileId, ending, width, height, visibility } = row;
  const file = { id: fileId, kind: 'view', url: null, ending, width: null } as const;
  const imageUrl = createAddresses(visibility === 'public' ? null : createSigner(context)).of(file) ?? '';
  const own = {
    uniqueId: id,
    id: position,
    modelUniqueId: modelId,
    maskVersion,
    keyPointsCount,
    imageUrl,
    width,
    height,
  };
  return { ...own, ...resultOf(row), state: stateOf(row) };
}

/** @throws ApiError `notFound` */
export async function listModelViews(context: Context, principal: Caller | null, modelId: string) {
  await requireSeen(context, principal, modelId);
  const rows = await store.findModelViews(context.pool, previewerOf(principal), { modelId });
  return rows.map((row) => viewOf(context, row));
}

async function findView(context: Context, principal: Caller | null, viewId: string): Promise<store.ModelViewRow> {
  const [row] = await store.findModelViews(context.pool, previewerOf(principal), { viewId });
  if (!row) throw new ApiError('notFound');
  return row;
}

/** @throws ApiError `notFound` */
export async function getViewImage(context: Context, principal: Caller | null, viewId: string): Promise<string> {
  const { fileId, ending } = await findView(context, principal, viewId);
  const bytes = await context.blobs.read(blobKeyOf(fileId, `file.${ending}`));
  if (!bytes) throw new ApiError('notFound');
  return (await toPng(bytes)).toString('base64');
}

/** @throws ApiError `notFound` */
export async function getViewLayer(context: Context, principal: Caller | null, viewId: string): Promise<string> {
  const { maskId } = await findView(context, principal, viewId);
  const bytes = maskId === null ? null : await context.blobs.read(blobKeyOf(maskId, 'file.png'));
  return bytes?.toString('base64') ?? NO_LAYER;
}

/** Stores a picture and then what refers to it. */
async function withPicture(
  { blobs, db, random }: Context,
  { bytes, ...picture }: PlainPicture,
  write: (
    db: Parameters<Parameters<Context['db']['transaction']>[0]>[0],
    file: Omit<store.NewFile, 'contentId' | 'kind'>,
  ) => Promise<void>,
): Promise<void> {
  const id = random.id();
  await withBlobs(blobs, [{ key: blobKeyOf(id, `file.${picture.ending}`), bytes }], {
    write: async (commit) => {
      await db.transaction(async (transaction) => {
        await lockRevision(transaction);
        await write(transaction, { id, ...picture });
      });
      commit();
    },
    isReferenced: () => isSomeFileReferenced(db, [id]),
  });
}

/** @throws ApiError `notAllowed`, `notFound`, one about the picture, or `conflict` if the model has a view with the same picture */
export async function addModelView(
  context: Context,
  principal: Caller,
  { modelUniqueId, imageBase64 }: { readonly modelUniqueId: string; readonly imageBase64: string },
): Promise<ModelView> {
  requireEditor(principal);
  const { db, pool, random, settings } = context;
  const contentId = await store.findModelContent(pool, modelUniqueId);
  if (contentId === null || !(await findOwn(db, principal.companyId, contentId))) throw new ApiError('notFound');
  const picture = await makeViewPicture('imageBase64', bytesOf('imageBase64', imageBase64, settings.maxFileBytes));
  const viewId = random.id();
  await withPicture(context, picture, async (transaction, file) => {
    // It may have been deleted meanwhile.
    if (!(await findOwn(transaction, principal.companyId, contentId))) throw new ApiError('notFound');
    const view = { id: viewId, modelId: modelUniqueId, file: { ...file, contentId, kind: 'view' as const } };
    if (!(await store.insertView(transaction, view))) throw new ApiError('conflict');
  });
  return viewOf(context, await findView(context, principal, viewId));
}

async function deleteFileOf(context: Context, id: string | null, ending: string): Promise<void> {
  if (id !== null)
    for (const part of partsOf({ kind: 'view', ending, width: null })) await context.blobs.delete(blobKeyOf(id, part));
}

/** @throws ApiError `notAllowed`, `notFound`, `contentChanged` if the mask is not the one that was edited, or one about the mask */
export async function maskModelView(
  context: Context,
  principal: Caller,
  {
    id,
    maskBase64,
    basedOn,
  }: { readonly id: string; readonly maskBase64: string; readonly basedOn?: number | undefined },
): Promise<ModelView> {
  requireEditor(principal);
  const { db, settings } = context;
  const lock = async (transaction: Parameters<typeof store.lockOwnView>[0]) => {
    const found = await store.lockOwnView(transaction, principal.companyId, id);
    if (!found) throw new ApiError('notFound');
    if (basedOn !== undefined && basedOn !== found.view.maskVersion) throw new ApiError('contentChanged');
    return found;
  };
  let before: string | null = null;
  if (maskBase64 === '') {
    await db.transaction(async (transaction) => {
      await lockRevision(transaction);
      before = (await lock(transaction)).view.maskId;
      await store.setMask(transaction, id, null);
      if (before !== null) await store.deleteFile(transaction, before);
    });
  } else {
    const { width, height } = await findView(context, principal, id);
    const mask = await makeMask('maskBase64', bytesOf('maskBase64', maskBase64, settings.maxFileBytes), {
      width,
      height,
    });
    await withPicture(context, mask, async (transaction, file) => {
      const { view, contentId } = await lock(transaction);
      before = view.maskId;
      await store.setMask(transaction, id, { ...file, contentId, kind: 'mask' });
      if (before !== null) await store.deleteFile(transaction, before);
    });
  }
  await deleteFileOf(context, before, 'png');
  return viewOf(context, await findView(context, principal, id));
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function deleteModelView(context: Context, principal: Caller, id: string): Promise<void> {
  requireEditor(principal);
  const { file, view } = await context.db.transaction(async (transaction) => {
    await lockRevision(transaction);
    const found = await store.lockOwnView(transaction, principal.companyId, id);
    if (!found) throw new ApiError('notFound');
    // With its view and the view's key points.
    await store.deleteFile(transaction, found.file.id);
    if (found.view.maskId !== null) await store.deleteFile(transaction, found.view.maskId);
    return found;
  });
  await deleteBlobs(context, [file]);
  await deleteFileOf(context, view.maskId, 'png');
}

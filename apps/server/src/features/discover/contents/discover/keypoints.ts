/** Key points: places in the pictures of views that lead to contents. */
import type { Keypoint, Language } from '@earth/contracts';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import type { Caller } from '../../../../http/principal';
import { previewerOf, requireEditor } from '../policy';
import { getContent } from '../service';
import { findOwn, lockRevision } from '../writing-store';
import * as store from './store';

export const keypointOf = ({ id, viewId, contentId, posX, posY, color }: store.KeypointRow): Keypoint => ({
  keypointUniqueId: id,
  viewUniqueId: viewId,
  contentId,
  posX,
  posY,
  color,
});

/** @throws ApiError `notFound` if there is no such view, or the user may not see its model */
export async function listKeypoints({ pool }: Context, principal: Caller | null, viewId: string) {
  const viewer = previewerOf(principal);
  if ((await store.findModelViews(pool, viewer, { viewId })).length === 0) throw new ApiError('notFound');
  return (await store.findKeypoints(pool, viewer, { viewId })).map(keypointOf);
}

/** @throws ApiError `notFound`, also if the user may not see the content of the point */
export async function getKeypoint(
  context: Context,
  principal: Caller | null,
  { id, l }: { readonly id: string; readonly l: Language },
) {
  const [row] = await store.findKeypoints(context.pool, previewerOf(principal), { id });
  if (!row) throw new ApiError('notFound');
  const contentData = await getContent(context, principal, { contentId: row.contentId, l });
  return { ...keypointOf(row), contentData };
}

interface Place {
  readonly viewUniqueId: string;
  readonly contentId: number;
}

/** @throws ApiError `notAllowed`, `notFound`, `invalidInput` if the point is outside the picture or its content is another company's */
export async function saveKeypoint(
  { db, random }: Context,
  { companyId, ...principal }: Caller,
  { viewUniqueId, contentId, posX, posY, color }: Omit<Keypoint, 'keypointUniqueId'>,
): Promise<Keypoint> {
  requireEditor({ companyId, ...principal });
  return await db.transaction(async (transaction) => {
    // All that writes contents takes this lock first: the content of the point stays until the commit.
    await lockRevision(transaction);
    const found = await store.lockOwnView(transaction, companyId, viewUniqueId);
    if (!found) throw new ApiError('notFound');
    if (posX > (found.file.width ?? 0)) throw new ApiError('invalidInput', 'posX');
    if (posY > (found.file.height ?? 0)) throw new ApiError('invalidInput', 'posY');
    if (!(await findOwn(transaction, companyId, contentId))) throw new ApiError('invalidInput', 'contentId');
    const point = { id: random.id(), viewId: viewUniqueId, contentId, posX, posY, color };
    const keypointUniqueId = await store.saveKeypoint(transaction, point);
    return { keypointUniqueId, viewUniqueId, contentId, posX, posY, color };
  });
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function deleteKeypoint({ db }: Context, principal: Caller, { viewUniqueId, contentId }: Place) {
  requireEditor(principal);
  const isGone = await db.transaction(async (transaction) => {
    await lockRevision(transaction);
    const found = await store.lockOwnView(transaction, principal.companyId, viewUniqueId);
    return found !== undefined && (await store.deleteKeypoint(transaction, viewUniqueId, contentId));
  });
  if (!isGone) throw new ApiError('notFound');
}

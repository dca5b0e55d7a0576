/** Managing catalogues: which menu entries of a company are catalogues, and what they keep. */
import type { CallData, Language, listOwnCatalogues } from '@earth/contracts';
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { requireAdmin } from '../../../../http/guards';
import type { Principal } from '../../../../http/principal';
import { requireEditor } from '../policy';
import { lockRevision } from '../writing-store';
import * as store from './managing-store';

/** @throws ApiError `notAllowed` */
export async function listCatalogues(
  { db, pool }: Context,
  principal: Principal,
  l: Language,
): Promise<CallData<typeof listOwnCatalogues>> {
  requireEditor(principal);
  const { companyId } = principal;
  const [items, entryIds] = await Promise.all([
    store.findOwnCatalogues(pool, companyId, l, RECOGNITION_FORMAT),
    store.findFreeEntries(db, companyId),
  ]);
  return { items, entryIds };
}

/** @throws ApiError `notAllowed`, `notFound`, `conflict` if another entry has the code */
export async function saveCatalogue(
  { db }: Context,
  principal: Principal,
  {
    categoryId,
    ...columns
  }: { readonly categoryId: number; readonly modelCode: string; readonly learnsFromPhotographs: boolean },
): Promise<void> {
  requireAdmin(principal);
  const wanted = { companyId: principal.companyId, categoryId };
  await db.transaction(async (transaction) => {
    // Two who give the same code come one after the other.
    await lockRevision(transaction);
    if (!(await store.saveCatalogue(transaction, wanted, columns))) throw new ApiError('notFound');
    if (await store.isCodeUsed(transaction, wanted, columns.modelCode)) throw new ApiError('conflict');
  });
}

/** @throws ApiError `notAllowed`, `notFound` */
async function withOwn(
  { db }: Context,
  principal: Principal,
  categoryId: number,
  act: (transaction: Queries, categoryId: number) => Promise<void>,
): Promise<void> {
  requireAdmin(principal);
  await db.transaction(async (transaction) => {
    await lockRevision(transaction);
    if (!(await store.isOwnCatalogue(transaction, { companyId: principal.companyId, categoryId })))
      throw new ApiError('notFound');
    await act(transaction, categoryId);
  });
}

export const endCatalogue = (context: Context, principal: Principal, categoryId: number) =>
  withOwn(context, principal, categoryId, store.endCatalogue);

export const forgetPhotographs = (context: Context, principal: Principal, categoryId: number) =>
  withOwn(context, principal, categoryId, store.deletePhotographsOf);

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
import { digestOf } from './index-rows';
import * as store from './managing-store';
import { findCatalogues } from './queue-store';
import { findDescribed } from './store';

/** The catalogues whose index has all pictures of their products. Photographs are compared with an older index meanwhile. */
async function findReady({ db, pool }: Context, categoryIds: readonly number[]): Promise<ReadonlySet<number>> {
  const own = (await findCatalogues(db, RECOGNITION_FORMAT)).filter(({ id }) => categoryIds.includes(id));
  const ready = await Promise.all(
    own.map(async ({ isWaiting, ...catalogue }) => {
      if (isWaiting || catalogue.digest === null) return [];
      const described = await findDescribed(pool, null, RECOGNITION_FORMAT, catalogue);
      return catalogue.digest === digestOf(described) ? [catalogue.id] : [];
    }),
  );
  return new Set(ready.flat());
}

/** @throws ApiError `notAllowed` */
export async function listCatalogues(
  context: Context,
  principal: Principal,
  l: Language,
): Promise<CallData<typeof listOwnCatalogues>> {
  requireEditor(principal);
  const { companyId } = principal;
  const [catalogues, entryIds] = await Promise.all([
    store.findOwnCatalogues(context.pool, companyId, l),
    store.findFreeEntries(context.db, companyId),
  ]);
  const ids = catalogues.map(({ categoryId }) => categoryId);
  const ready = await findReady(context, ids);
  const items = catalogues.map((catalogue) => ({ ...catalogue, isReady: ready.has(catalogue.categoryId) }));
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

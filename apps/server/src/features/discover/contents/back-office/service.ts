/** The back office: the table of contents, what is live, history, and the log of changes. */
import { type ContentTableQuery, type ContentTableRow, ContentView, type HistoryEntry } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { requireAdmin } from '../../../../http/guards';
import type { Caller } from '../../../../http/principal';
import { createAddresses, createSigner } from '../media';
import { requireEditor } from '../policy';
import { createRevisionCache } from '../revision-cache';
import { findRevision } from '../store';
import { viewOf } from '../views';
import { queueEvent, sendEvents } from '../../../operations/webhooks';
import { deleteBlobs } from '../writing';
import {
  findPath,
  hasBrand,
  hasSkin,
  insertModel,
  lockRevision,
  type NewContent,
  removeTexts,
  saveContent,
  type StoredFile,
} from '../writing-store';
import * as history from './history-store';
import * as live from './live-store';
import * as table from './table-store';

const COUNTS_CACHE = { maxEntries: 1000, maxCharacters: 1_000_000, charactersOf: () => 0 };

/** Caches of what is counted for the table: counting 100,000 contents costs more than reading a page of them. */
export const createTableCounts = () => ({
  found: createRevisionCache<number>(COUNTS_CACHE),
  missing: createRevisionCache<table.MissingTexts>(COUNTS_CACHE),
});
type TableCounts = ReturnType<typeof createTableCounts>;

async function countsOf(
  { pool, clock }: Context,
  { found, missing }: TableCounts,
  companyId: string,
  filters: ContentTableQuery,
) {
  const revision = await findRevision(pool);
  const { query, v, state, category, missing: lacking } = filters;
  const count = () => table.countFound(pool, companyId, filters, clock.now());
  // Contents become live and end without a new revision.
  const isTimeless = state === undefined || state === 'deleted';
  const key = JSON.stringify([companyId, query, v, state, category, lacking]);
  const [total, without] = await Promise.all([
    isTimeless ? found(revision, key, count) : count(),
    missing(revision, companyId, () => table.countMissing(pool, companyId)),
  ]);
  return { total, missing: without };
}

/** @throws ApiError `notAllowed` */
export async function listContentTable(
  context: Context,
  tableCounts: TableCounts,
  principal: Caller,
  filters: ContentTableQuery,
) {
  requireEditor(principal);
  const { pool, clock, secrets } = context;
  const [rows, counts] = await Promise.all([
    table.findTable(pool, principal.companyId, filters, clock.now()),
    countsOf(context, tableCounts, principal.companyId, filters),
  ]);
  const signer = createSigner({ clock, secrets });
  const items = rows.map(({ image, hasEn, hasIt, isShown, ...row }): ContentTableRow => {
    const addresses = createAddresses(row.visibility === 'public' && isShown ? null : signer);
    const isStored = image !== null && image.ending !== null && image.width !== null;
    const imageUrl = isStored ? addresses.smallest({ id: image.id, width: image.width ?? 0 }) : (image?.url ?? null);
    return {
      ...row,
      ctnView: viewOf(row.ctnView),
      imageUrl,
      liveFrom: row.liveFrom?.toISOString() ?? null,
      liveUntil: row.liveUntil?.toISOString() ?? null,
      missing: [...(hasEn ? [] : (['en'] as const)), ...(hasIt ? [] : (['it'] as const))],
      changedAt: row.changedAt.toISOString(),
    };
  });
  return { items, ...counts };
}

interface Several {
  readonly ids: readonly number[];
}

/** Does something with contents of the company, all or none. @throws ApiError `notAllowed`, `notFound` */
async function withOwn<Result>(
  { db }: Context,
  principal: Caller,
  { ids, areDeleted = false }: Several & { readonly areDeleted?: boolean },
  act: (db: Queries, ids: readonly number[]) => Promise<Result>,
): Promise<Result> {
  requireEditor(principal);
  return await db.transaction(async (transaction) => {
    await lockRevision(transaction);
    const wanted = new Set(ids);
    const locked = await live.lockOwn(transaction, principal.companyId, [...wanted], areDeleted);
    if (locked.length < wanted.size) throw new ApiError('notFound');
    return await act(transaction, locked);
  });
}

/** What is absent stays as it is; null: no limit. */
interface Publishing extends Several {
  readonly isDraft?: boolean | undefined;
  readonly liveFrom?: string | null | undefined;
  readonly liveUntil?: string | null | undefined;
}

/** @throws ApiError `notAllowed`, `notFound`, `invalidInput` if nothing is given, or one would end before it begins */
export async function publishContents(context: Context, principal: Caller, given: Publishing): Promise<void> {
  const moment = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text);
  const { isDraft } = given;
  const liveFrom = moment(given.liveFrom);
  const liveUntil = moment(given.liveUntil);
  const haveDates = liveFrom !== undefined || liveUntil !== undefined;
  if (isDraft === undefined && !haveDates) throw new ApiError('invalidInput', 'isDraft');
  const ofState = isDraft ? 'unpublished' : 'published';
  const action = isDraft === undefined ? 'changed' : ofState;
  const at = context.clock.now();
  const hasEvent = await withOwn(context, principal, given, async (db, ids) => {
    await live.savePublishing(db, ids, { isDraft, liveFrom, liveUntil });
    if (haveDates && (await live.endsTooEarly(db, ids))) throw new ApiError('invalidInput', 'liveUntil');
    await live.showContents(db, at, ids);
    await history.logContents(db, { by: principal, at, action }, ids);
    const data = { ids, byId: principal.contactId };
    return (
      action === 'published' &&
      (await queueEvent(context, db, principal.companyId, { event: 'content.published', data }))
    );
  });
  if (hasEvent) sendEvents(context);
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function removeContents(context: Context, principal: Caller, given: Several): Promise<void> {
  const at = context.clock.now();
  await withOwn(context, principal, given, async (db, ids) => {
    await live.saveDeleted(db, ids, at);
    await live.showContents(db, at, ids);
    await history.logContents(db, { by: principal, at, action: 'deleted' }, ids);
  });
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function bringBackContents(context: Context, principal: Caller, { ids }: Several): Promise<void> {
  const at = context.clock.now();
  await withOwn(context, principal, { ids, areDeleted: true }, async (db, own) => {
    await live.saveBroughtBack(db, own);
    await live.showContents(db, at, own);
    await history.logContents(db, { by: principal, at, action: 'broughtBack' }, own);
  });
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function duplicateContents(
  context: Context,
  principal: Caller,
  given: Several,
): Promise<{ ids: number[] }> {
  const at = context.clock.now();
  const ids = await withOwn(context, principal, given, async (db, own) => {
    const copies: number[] = [];
    for (const id of own) {
      const copy = await live.duplicate(db, id, at);
      // A model has a row of its own, to which views are added.
      if (copy.ctnView === ContentView.model) await insertModel(db, copy.id, context.random.id());
      copies.push(copy.id);
    }
    for (const id of copies) await history.keepVersion(db, principal, at, id);
    await history.logContents(db, { by: principal, at, action: 'duplicated' }, copies);
    return copies;
  });
  return { ids };
}

/** The names of what differs between two versions. */
function changedBetween(now: history.Snapshot, before: history.Snapshot | undefined): string[] {
  if (!before) return [];
  const flat = ({ texts, details, row, related, files }: history.Snapshot): Record<string, unknown> => ({
    ...details,
    ...row,
    ...files,
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([locale, { title, descr }]) => [
        [`${locale}.title`, title],
        [`${locale}.descr`, descr],
      ]),
    ),
    related,
  });
  const [one, other] = [flat(now), flat(before)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null));
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function listContentHistory(
  { db }: Context,
  principal: Caller,
  contentId: number,
): Promise<HistoryEntry[]> {
  requireEditor(principal);
  if (!(await history.isOwnContent(db, principal.companyId, contentId))) throw new ApiError('notFound');
  const versions = await history.findVersions(db, contentId);
  return versions.map(({ id, at, by, snapshot }, index) => ({
    id,
    at: at.toISOString(),
    by,
    changed: changedBetween(snapshot, versions[index + 1]?.snapshot),
    title: snapshot.texts.en?.title ?? snapshot.texts.it?.title ?? '',
  }));
}

/** The columns of a version that a company may still use: entries, brands and skins are deleted. Visibility stays: an old one could publish. */
async function columnsIn(db: Queries, companyId: string, { row }: history.Snapshot): Promise<Partial<NewContent>> {
  const idIn = (name: string) => (typeof row[name] === 'number' ? row[name] : null);
  const [categoryId, brandId, skinId] = [idIn('catId'), idIn('brandId'), idIn('skinId')];
  const [c1 = null, c2 = null, c3 = null] = categoryId === null ? [] : await findPath(db, companyId, categoryId);
  return {
    ...((c1 !== null || categoryId === null) && { categoryId, c1, c2, c3 }),
    ...((brandId === null || (await hasBrand(db, companyId, brandId))) && { brandId }),
    ...((skinId === null || (await hasSkin(db, companyId, skinId))) && { skinId }),
  };
}

interface Restoring {
  readonly contentId: number;
  readonly version: number;
  readonly newest?: number | undefined;
}

/** @throws ApiError `notAllowed`, `notFound`, `contentChanged` if there is a newer version than the newest that was shown */
export async function restoreVersion(
  context: Context,
  principal: Caller,
  { contentId, version, newest }: Restoring,
): Promise<void> {
  const at = context.clock.now();
  const removed = await withOwn(context, principal, { ids: [contentId] }, async (db) => {
    const snapshot = await history.findVersion(db, contentId, version);
    if (!snapshot) throw new ApiError('notFound');
    if (newest !== undefined && (await history.findNewest(db, contentId)) !== newest)
      throw new ApiError('contentChanged');
    await history.writeSnapshot(db, contentId, snapshot);
    await saveContent(db, contentId, await columnsIn(db, principal.companyId, snapshot));
    // After the texts of the version are there: a content keeps one language at least.
    const files: StoredFile[] = [];
    for (const locale of await history.languagesBeyond(db, contentId, snapshot))
      files.push(...(await removeTexts(db, contentId, locale)));
    await history.keepVersion(db, principal, at, contentId);
    await history.logContents(db, { by: principal, at, action: 'restored' }, [contentId]);
    return files;
  });
  await deleteBlobs(context, removed);
}

/** @throws ApiError `notAllowed` */
export async function listChanges(
  { db }: Context,
  principal: Caller,
  paging: { readonly page: number; readonly pageSize: number },
) {
  requireAdmin(principal);
  return await history.findChanges(db, principal.companyId, paging);
}

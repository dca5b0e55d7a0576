/** Service of contents: reading. */
import type { ContentFilters, ContentItem, ContentList, Language } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Caller } from '../../../http/principal';
import { createRevisionCache } from './revision-cache';
import { createSigner } from './media';
import { previewerOf, type Viewer, viewerOf } from './policy';
import * as store from './store';
import { itemOf } from './views';

const TOTALS_CACHE = { maxEntries: 1000, maxCharacters: 1_000_000 };
const PAGES_CACHE = { maxEntries: 200, maxCharacters: 10_000_000 };
/** Larger pages are not cached: they are for exports, and nobody requests the same one soon. */
const CACHED_ITEMS_MAX = 20;

/** Caches of pages and totals. Counting all matches costs more than the rest of a list; reading it costs more than responding. */
export const createLists = () => ({
  totals: createRevisionCache<number>({ ...TOTALS_CACHE, charactersOf: () => 0 }),
  pages: createRevisionCache<ContentList>({ ...PAGES_CACHE, charactersOf: (page) => JSON.stringify(page).length }),
});
export type Lists = ReturnType<typeof createLists>;

export async function itemsOf(context: Context, viewer: Viewer, shown: store.CardSelection): Promise<ContentItem[]> {
  const signer = createSigner(context);
  const rows = await store.findCards(context.pool, viewer, shown);
  return rows.map((row) => itemOf(row, shown.locale, signer));
}

type Wanted = Omit<ContentFilters, 'v'> & store.Filters;

/** A page of the contents that a user may see. */
export async function listContents(
  context: Context,
  { pages, totals }: Lists,
  principal: Caller | null,
  { ac, ...filters }: Wanted,
): Promise<ContentList> {
  const { pool } = context;
  const viewer = viewerOf(principal, ac);
  // Key points change without a new revision.
  if (filters.nearFilters || filters.rel || filters.point) {
    const { ids, total } = await store.searchPage(pool, viewer, filters);
    return { items: await itemsOf(context, viewer, { ids, locale: filters.l }), total };
  }
  // Read each time, since other servers write too.
  const revision = await store.findRevision(pool);
  const { page: _, pageSize, ...counted } = filters;
  const read = async (): Promise<ContentList> => {
    const ids = await store.findPage(pool, viewer, filters);
    const count = () => store.countAll(pool, viewer, filters);
    const [items, total] = await Promise.all([
      itemsOf(context, viewer, { ids, locale: filters.l }),
      totals(revision, JSON.stringify([viewer, counted]), count),
    ]);
    return { items, total };
  };
  // The URLs of private files expire.
  const expires = viewer.companyId === null ? '' : createSigner(context).expires;
  return pageSize > CACHED_ITEMS_MAX
    ? await read()
    : await pages(revision, JSON.stringify([viewer, filters, expires]), read);
}

/** @throws ApiError `notFound` */
export async function getContent(
  context: Context,
  principal: Caller | null,
  { contentId, l }: { readonly contentId: number; readonly l: Language },
  view?: number,
): Promise<ContentItem> {
  const [item] = await itemsOf(context, previewerOf(principal), { ids: [contentId], locale: l, view });
  if (!item) throw new ApiError('notFound');
  return item;
}

/** A public content; null if there is none of this id, or if it is not public. */
export async function findPublicContent(
  context: Context,
  contentId: number,
  locale: Language,
): Promise<ContentItem | null> {
  const [item] = await itemsOf(context, viewerOf(null), { ids: [contentId], locale });
  return item ?? null;
}

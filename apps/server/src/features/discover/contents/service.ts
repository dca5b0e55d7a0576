/** Reading contents. */
import type { ContentFilters, ContentItem, ContentList, Language } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { createRevisionCache } from './revision-cache';
import { createSigner } from './media';
import { type Sight, sightOf } from './policy';
import * as store from './store';
import { itemOf } from './views';

const TOTALS_KEPT = { most: 1000, mostLetters: 1_000_000 };
const PAGES_KEPT = { most: 200, mostLetters: 10_000_000 };
/** Larger pages are for those who take a copy of all: nobody asks for the same one soon. */
const ITEMS_KEPT_MAX = 20;

/** Pages and totals. To count all that match costs more than the rest of a list; to read it, more than to answer. */
export const createLists = () => ({
  totals: createRevisionCache<number>({ ...TOTALS_KEPT, lettersOf: () => 0 }),
  pages: createRevisionCache<ContentList>({ ...PAGES_KEPT, lettersOf: (page) => JSON.stringify(page).length }),
});
export type Lists = ReturnType<typeof createLists>;

export async function itemsOf(context: Context, sight: Sight, shown: store.Shown): Promise<ContentItem[]> {
  const signer = createSigner(context);
  const rows = await store.findCards(context.pool, sight, shown);
  return rows.map((row) => itemOf(row, shown.locale, signer));
}

type Wanted = Omit<ContentFilters, 'v'> & store.Filters;

/** A page of the contents that somebody may see. */
export async function listContents(
  context: Context,
  { pages, totals }: Lists,
  principal: Principal | null,
  { ac, ...filters }: Wanted,
): Promise<ContentList> {
  const { pool } = context;
  const sight = sightOf(principal, ac);
  if (filters.nearFilters || filters.rel) {
    const { ids, total } = await store.searchPage(pool, sight, filters);
    return { items: await itemsOf(context, sight, { ids, locale: filters.l }), total };
  }
  // Asked each time: what another server has written counts too.
  const revision = await store.findRevision(pool);
  const { page: _, pageSize, ...counted } = filters;
  const read = async (): Promise<ContentList> => {
    const ids = await store.findPage(pool, sight, filters);
    const count = () => store.countAll(pool, sight, filters);
    const [items, total] = await Promise.all([
      itemsOf(context, sight, { ids, locale: filters.l }),
      totals(revision, JSON.stringify([sight, counted]), count),
    ]);
    return { items, total };
  };
  // The addresses of private files expire.
  const expires = sight.companyId === null ? '' : createSigner(context).expires;
  return pageSize > ITEMS_KEPT_MAX
    ? await read()
    : await pages(revision, JSON.stringify([sight, filters, expires]), read);
}

/** @throws ApiError `notFound` */
export async function getContent(
  context: Context,
  principal: Principal | null,
  { contentId, l }: { readonly contentId: number; readonly l: Language },
  view?: number,
): Promise<ContentItem> {
  const [item] = await itemsOf(context, sightOf(principal), { ids: [contentId], locale: l, view });
  if (!item) throw new ApiError('notFound');
  return item;
}

/** A content as everybody may see it; null: there is none of this id, or not for everybody. */
export async function findPublicContent(
  context: Context,
  contentId: number,
  locale: Language,
): Promise<ContentItem | null> {
  const [item] = await itemsOf(context, sightOf(null), { ids: [contentId], locale });
  return item ?? null;
}

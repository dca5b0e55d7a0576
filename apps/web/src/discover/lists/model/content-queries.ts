/** The queries of Discover: the menu, pages of contents, one content. */
import {
  type ContentFilters,
  type ContentItem,
  ContentView,
  contentLanguages,
  type MenuItem,
  type NearFilters,
  PAGE_SIZE,
} from '@earth/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getConfig } from '../../../platform/config';
import { storeMenu, readMenu } from '../../menu/model/kept-menu';
import { api, ApiError, NO_ANSWER } from '../../../platform';
import { removeSaved, updateSaved } from './saved-contents';

export type ContentLanguage = ContentFilters['l'];
/** The filters of a list. */
export type ListFilters = Partial<Omit<ContentFilters, 'page' | 'pageSize' | 'l'>> & {
  readonly nearFilters?: NearFilters;
};

/** The build's menu, for a device that is offline and has never stored one (D3.6). */
const offlineMenu = (l: ContentLanguage): readonly MenuItem[] =>
  getConfig().brand.discover.offlineMenu.map(({ id, code, ...title }) => ({
    id,
    title: title[l],
    code,
    descr: '',
    imageUrl: null,
    attchmUrl: null,
    ctnType: 1,
    ctnView: ContentView.info,
    catIndex: 1,
    modelCode: null,
    customerCode: null,
    items: [],
  }));

/** The stored menu in this language, or else in another one. */
const readStoredMenu = (l: ContentLanguage): readonly MenuItem[] | null =>
  [l, ...contentLanguages].map(readMenu).find((stored) => stored !== null) ?? null;

/** The menu in a language; without an answer the stored one, or the build's. */
export const menuQuery = (l: ContentLanguage) =>
  queryOptions({
    queryKey: ['menu', l],
    queryFn: async (): Promise<readonly MenuItem[]> => {
      try {
        const menu = await api.getMenu({ l });
        storeMenu(l, menu);
        return menu;
      } catch (error) {
        const stored = readStoredMenu(l);
        if (stored) return stored;
        if (error instanceof ApiError && error.code === NO_ANSWER) return offlineMenu(l);
        throw error;
      }
    },
    // The fallback does not count as fresh.
    refetchOnReconnect: 'always',
  });

/**
 * Refetches failed and stale queries when the network is back. Set explicitly, because with `networkMode: 'always'` the default is
 * not to.
 */
const atReconnect = {
  refetchOnReconnect: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'error' ? 'always' : true,
} as const;

/** The calls that a list uses: all contents, or the scenes only. */
export type ListSource = 'contents' | 'scenes';

/** Contents, page by page: a full page means that there may be more (D4.18). */
export const contentsQuery = (
  l: ContentLanguage,
  { nearFilters, ...filters }: ListFilters,
  source: ListSource = 'contents',
) =>
  infiniteQueryOptions({
    queryKey: ['contents', l, filters, nearFilters, source],
    queryFn: ({ pageParam }) => {
      const asked = { ...filters, l, page: pageParam, pageSize: PAGE_SIZE };
      if (source === 'scenes') return api.listScenes(asked);
      return nearFilters ? api.findContents({ ...asked, nearFilters }) : api.listContents(asked);
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.items.length === PAGE_SIZE ? pages.length + 1 : undefined),
    ...atReconnect,
  });

/** The contents of all pages without duplicates: a content published meanwhile moves others to the next page. */
export function itemsOf(pages: readonly { readonly items: readonly ContentItem[] }[]): readonly ContentItem[] {
  const items = new Map<number, ContentItem>();
  for (const item of pages.flatMap((page) => page.items))
    if (!items.has(item.content.id)) items.set(item.content.id, item);
  return [...items.values()];
}

/**
 * The markers of scenes, at any place.
 * @param userId the viewer; null: not signed in
 */
export const markersQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['markers', userId],
    queryFn: () => api.listMarkers(userId === null ? {} : { userId }),
    ...atReconnect,
  });

/** A content. Updates its saved copy, or removes it if the content is gone. */
export const contentQuery = (l: ContentLanguage, contentId: number) =>
  queryOptions({
    queryKey: ['content', l, contentId],
    queryFn: async () => {
      try {
        const item = await api.getContent({ contentId, l });
        updateSaved(item);
        return item;
      } catch (error) {
        // Only if the server itself says so: a proxy may answer 404 too.
        if (error instanceof ApiError && (error.error === 'notFound' || error.error === 'notAllowed'))
          removeSaved(contentId);
        throw error;
      }
    },
    ...atReconnect,
  });

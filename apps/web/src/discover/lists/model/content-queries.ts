/** What visitors look at, as it is asked for and kept: the menu, pages of contents, one content. */
import {
  type ContentFilters,
  type ContentItem,
  ContentView,
  languages,
  type MenuItem,
  type NearFilters,
  PAGE_SIZE,
} from '@earth/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getConfig } from '../../../platform/config';
import { keepMenu, readMenu } from '../../menu/model/kept-menu';
import { api, ApiError, NO_ANSWER } from '../../../platform';
import { removeSaved, renewSaved } from './saved-contents';

export type ContentLanguage = ContentFilters['l'];
/** What a list is of. */
export type ListFilters = Partial<Omit<ContentFilters, 'page' | 'pageSize' | 'l'>> & {
  readonly nearFilters?: NearFilters;
};

/** The menu of the build, for a device that has never had another one and has no net (D3.6). */
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
    items: [],
  }));

/** What is kept of the menu on this device: in a language, or else in another one. */
const keptMenu = (l: ContentLanguage): readonly MenuItem[] | null =>
  [l, ...languages].map(readMenu).find((kept) => kept !== null) ?? null;

/** The menu in a language; without an answer that which is kept on the device, or that of the build. */
export const menuQuery = (l: ContentLanguage) =>
  queryOptions({
    queryKey: ['menu', l],
    queryFn: async (): Promise<readonly MenuItem[]> => {
      try {
        const menu = await api.getMenu({ l });
        keepMenu(l, menu);
        return menu;
      } catch (error) {
        const kept = keptMenu(l);
        if (kept) return kept;
        if (error instanceof ApiError && error.code === NO_ANSWER) return offlineMenu(l);
        throw error;
      }
    },
    // What is shown meanwhile does not count as new.
    refetchOnReconnect: 'always',
  });

/**
 * What did not come is asked for when the net is back, and what is old as well. Said here: by itself nothing is, as it is also asked
 * for without a net.
 */
const atReconnect = {
  refetchOnReconnect: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'error' ? 'always' : true,
} as const;

/** Where a list comes from: all contents, or the scenes among them by the calls of their own. */
export type ListSource = 'contents' | 'scenes';

/** Contents, page by page: there is more as long as a full page came (D4.18). */
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

/** All contents of some pages, each once: what is published meanwhile moves the others to the next page. */
export function itemsOf(pages: readonly { readonly items: readonly ContentItem[] }[]): readonly ContentItem[] {
  const items = new Map<number, ContentItem>();
  for (const item of pages.flatMap((page) => page.items))
    if (!items.has(item.content.id)) items.set(item.content.id, item);
  return [...items.values()];
}

/** The pictures that start scenes, wherever they are. @param userId who asks; null: nobody that is known */
export const markersQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['markers', userId],
    queryFn: () => api.listMarkers(userId === null ? {} : { userId }),
    ...atReconnect,
  });

/** A content; what was saved of it is what came last, and goes where there is nothing any more. */
export const contentQuery = (l: ContentLanguage, contentId: number) =>
  queryOptions({
    queryKey: ['content', l, contentId],
    queryFn: async () => {
      try {
        const item = await api.getContent({ contentId, l });
        renewSaved(item);
        return item;
      } catch (error) {
        // Only where the server itself says so: what stands in front of it may answer 404, too.
        if (error instanceof ApiError && (error.error === 'notFound' || error.error === 'notAllowed'))
          removeSaved(contentId);
        throw error;
      }
    },
    ...atReconnect,
  });

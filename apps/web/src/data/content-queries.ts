/** What visitors look at, as it is asked for and kept: the menu, pages of contents, one content. */
import { type ContentFilters, type MenuItem, type NearFilters, PAGE_SIZE } from '@earth/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { keepMenu, readMenu } from './kept-menu';
import { api } from './index';

export type ContentLanguage = ContentFilters['l'];
/** What a list is of. */
export type ListFilters = Partial<Omit<ContentFilters, 'page' | 'pageSize' | 'l'>> & {
  readonly nearFilters?: NearFilters;
};

/** The menu in a language; without an answer that which is kept on the device. */
export const menuQuery = (l: ContentLanguage) =>
  queryOptions({
    queryKey: ['menu', l],
    queryFn: async (): Promise<readonly MenuItem[]> => {
      try {
        const menu = await api.getMenu({ l });
        keepMenu(l, menu);
        return menu;
      } catch (error) {
        const kept = readMenu(l);
        if (kept) return kept;
        throw error;
      }
    },
  });

/** Contents, page by page: there is more as long as a full page came (Discover 4, «Paging»). */
export const contentsQuery = (l: ContentLanguage, { nearFilters, ...filters }: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['contents', l, filters, nearFilters],
    queryFn: ({ pageParam }) => {
      const asked = { ...filters, l, page: pageParam, pageSize: PAGE_SIZE };
      return nearFilters ? api.findContents({ ...asked, nearFilters }) : api.listContents(asked);
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.items.length === PAGE_SIZE ? pages.length + 1 : undefined),
  });

export const contentQuery = (l: ContentLanguage, contentId: number) =>
  queryOptions({ queryKey: ['content', l, contentId], queryFn: () => api.getContent({ contentId, l }) });

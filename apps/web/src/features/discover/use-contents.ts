import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useLanguage } from '../../app/i18n';
import { holds } from '../../app/search';
import { contentsQuery, type ListFilters, type ListSource } from '../../data/content-queries';

/** Who types is not looked after with every letter. */
const SEARCH_AFTER_MS = 200;

/**
 * The contents of a list whose titles hold what is searched: at once those that are loaded, and, once the server has answered,
 * the others too.
 */
export function useContents(filters: ListFilters, search: string, from: ListSource = 'contents') {
  const language = useLanguage();
  const all = useInfiniteQuery(contentsQuery(language, filters, from));
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_AFTER_MS);
  const isSearch = search.trim() !== '';
  const searched = useInfiniteQuery({
    ...contentsQuery(language, { ...filters, query: wanted }, from),
    // Where all titles are here there is nobody to ask.
    enabled: isSearch && wanted !== '' && all.hasNextPage,
  });
  const isAsking = isSearch && all.hasNextPage && (wanted !== search.trim() || searched.isPending);
  const source = isSearch && all.hasNextPage && searched.data && wanted === search.trim() ? searched : all;
  // Cards are many: they are made between whatever else there is to do.
  const pages = useDeferredValue(source.data?.pages);
  const items = pages?.flatMap((page) => page.items);
  return {
    source,
    total: all.data?.pages[0]?.total,
    isAsking: isAsking && !searched.isError,
    items: source === all && isSearch ? items?.filter(({ content }) => holds(search, content.title)) : items,
  };
}

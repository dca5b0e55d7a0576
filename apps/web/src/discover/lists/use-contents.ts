import type { ContentItem } from '@earth/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useLanguage } from '../../shared/i18n';
import { holds } from '../../shared/search';
import { contentsQuery, itemsOf, type ListFilters, type ListSource } from './model/content-queries';

/** Who types is not looked after with every letter. */
const SEARCH_AFTER_MS = 200;

const matching = (items: readonly ContentItem[], search: string) =>
  search.trim() === '' ? items : items.filter(({ content }) => holds(search, content.title));

/**
 * The contents of a list whose titles hold what is searched: at once those that are loaded, and, once the server has answered,
 * the others too.
 */
export function useContents(filters: ListFilters, search: string, from: ListSource = 'contents') {
  const language = useLanguage();
  const all = useInfiniteQuery(contentsQuery(language, filters, from));
  const words = search.trim();
  const [wanted] = useDebouncedValue(words, SEARCH_AFTER_MS);
  // Where all titles are here there is nobody to ask.
  const isForServer = words !== '' && all.hasNextPage;
  const searched = useInfiniteQuery({
    ...contentsQuery(language, { ...filters, query: wanted }, from),
    enabled: isForServer && wanted !== '',
  });
  const isAsking = isForServer && (wanted !== words || searched.isPending);
  const source = isForServer && !isAsking ? searched : all;
  const given = source.data ?? all.data;
  // Cards are many: they are made between whatever else there is to do.
  const pages = useDeferredValue(given?.pages);
  const items = pages && matching(itemsOf(pages), given === all.data ? search : '');
  const [first] = all.data?.pages ?? [];
  return {
    /** What is asked for again, and what may have failed. */
    source,
    total: first?.total,
    /** Of all that is in the list, whatever is searched. */
    first: first?.items[0],
    isAsking,
    // Where the server does not answer nobody knows that there are no others.
    items: !source.data && items?.length === 0 ? undefined : items,
  };
}

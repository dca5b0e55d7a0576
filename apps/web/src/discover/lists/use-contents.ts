import type { ContentItem } from '@earth/contracts';
import { useDebounced } from '../../shared/use-debounced';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useContentLanguage } from '../../shared/i18n';
import { holds } from '../../shared/search';
import { contentsQuery, itemsOf, type ListFilters, type ListSource } from './model/content-queries';

/** Debounce of the search. */
const SEARCH_DEBOUNCE_MS = 200;

const matching = (items: readonly ContentItem[], search: string) =>
  search.trim() === '' ? items : items.filter(({ content }) => holds(search, content.title));

/**
 * The contents of a list whose titles match the search: at once those that are loaded, and the others once the server has answered.
 */
export function useContents(filters: ListFilters, search: string, from: ListSource = 'contents') {
  const language = useContentLanguage();
  const all = useInfiniteQuery(contentsQuery(language, filters, from));
  const words = search.trim();
  const wanted = useDebounced(words, SEARCH_DEBOUNCE_MS);
  // If all contents are loaded, no request is needed.
  const isForServer = words !== '' && all.hasNextPage;
  const searched = useInfiniteQuery({
    ...contentsQuery(language, { ...filters, query: wanted }, from),
    enabled: isForServer && wanted !== '',
  });
  const isAsking = isForServer && (wanted !== words || searched.isPending);
  const source = isForServer && !isAsking ? searched : all;
  const given = source.data ?? all.data;
  // Rendered with low priority, because cards are many.
  const pages = useDeferredValue(given?.pages);
  const items = pages && matching(itemsOf(pages), given === all.data ? search : '');
  const [first] = all.data?.pages ?? [];
  return {
    /** The query to retry, which may have failed. */
    source,
    total: first?.total,
    /** The first content of the whole list, regardless of the search. */
    first: first?.items[0],
    isAsking,
    // Without an answer it is unknown whether there are other matches.
    items: !source.data && items?.length === 0 ? undefined : items,
  };
}

/** The queries of the table of contents. */
import { type CallInput, ContentView, type listContentTable } from '@earth/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';
import type { TableSearch } from './table-search';

export const PAGE = 20;

type Asked = CallInput<typeof listContentTable>;

const viewIn = (v: number | undefined): Asked['v'] => {
  const view = Object.values(ContentView).find((one) => one === v);
  return view === undefined ? undefined : [view];
};

export const TABLE = ['content-table'] as const;

export const tableQuery = ({ q, v, ...rest }: TableSearch, l: 'en' | 'it') =>
  queryOptions({
    queryKey: [...TABLE, l, q, v, rest],
    queryFn: () => api.listContentTable({ l, query: q, v: viewIn(v), ...rest, pageSize: PAGE }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const historyQuery = (contentId: number) =>
  queryOptions({
    queryKey: ['content-history', contentId],
    queryFn: () => api.listContentHistory({ contentId }),
    staleTime: 0,
  });

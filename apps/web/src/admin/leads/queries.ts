/** The queries of leads: pages of a list, one lead, and all of them for an export. */
import { type LeadItem, type LeadState, PAGE_SIZE_MAX } from '@earth/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform';

export interface LeadSearch {
  readonly query: string;
  readonly state: LeadState | 'all';
}

const PAGE = 20;

const filtersOf = ({ query, state }: LeadSearch) => ({
  ...(query !== '' && { query }),
  ...(state !== 'all' && { state }),
});

export const LEADS = ['leads'] as const;

export const leadsQuery = (asked: LeadSearch) =>
  infiniteQueryOptions({
    queryKey: [...LEADS, asked],
    queryFn: ({ pageParam }) => api.listLeads({ ...filtersOf(asked), page: pageParam, pageSize: PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    staleTime: 0,
  });

export const leadQuery = (leadId: string) =>
  queryOptions({ queryKey: ['lead', leadId], queryFn: () => api.getLead({ leadId }), staleTime: 0 });

/** Removes duplicates: a new lead moves others to the next page. */
export const uniqueOf = (items: readonly LeadItem[]): readonly LeadItem[] => [
  ...new Map(items.map((item) => [item.uniqueId, item])).values(),
];

export async function readAll(asked: LeadSearch): Promise<readonly LeadItem[]> {
  const all: LeadItem[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.listLeads({ ...filtersOf(asked), page, pageSize: PAGE_SIZE_MAX });
    all.push(...items);
    if (items.length === 0 || page * PAGE_SIZE_MAX >= total) return uniqueOf(all);
  }
}

/** The queries of the people of the company. */
import { getPerson, listPeople, type personSorts } from '@earth/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { sendCall } from '../../platform';

export const PAGE = 50;
/** `people` alone is the address book. */
export const PEOPLE = ['company-people'] as const;

export interface PeopleSearch {
  readonly query: string;
  readonly sort: (typeof personSorts)[number];
  readonly page: number;
}

/** Names and roles from A to Z, those who were seen last first. */
export const peopleQuery = ({ query, sort, page }: PeopleSearch) =>
  queryOptions({
    queryKey: [...PEOPLE, query, sort, page],
    queryFn: () =>
      sendCall(listPeople, {
        query: query || undefined,
        sort,
        order: sort === 'lastSeen' ? 'desc' : 'asc',
        page,
        pageSize: PAGE,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const personQuery = (personId: string) =>
  queryOptions({ queryKey: [...PEOPLE, personId], queryFn: () => sendCall(getPerson, { personId }), staleTime: 0 });

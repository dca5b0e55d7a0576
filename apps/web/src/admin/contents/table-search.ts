/** What the address of the table says. */
import { contentSorts, ContentView, publishStates } from '@earth/contracts';
import { MOST_WORDS } from '../../shared/search';

/** What is searched for, as the address has it, so that a step back restores it. */
export interface TableSearch {
  readonly q?: string | undefined;
  readonly v?: number | undefined;
  readonly state?: (typeof publishStates)[number] | undefined;
  readonly category?: number | undefined;
  readonly missing?: 'en' | 'it' | undefined;
  readonly sort?: (typeof contentSorts)[number] | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page?: number | undefined;
}

const oneOf = <Value>(values: readonly Value[], given: unknown) => values.find((value) => value === given);

export function readTable(given: Readonly<Record<string, unknown>>): TableSearch {
  const { q, page, category } = given;
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, MOST_WORDS) || undefined : undefined,
    v: oneOf(Object.values(ContentView), given.v),
    state: oneOf(publishStates, given.state),
    category: typeof category === 'number' && Number.isSafeInteger(category) && category > 0 ? category : undefined,
    missing: oneOf(['en', 'it'] as const, given.missing),
    sort: oneOf(contentSorts, given.sort),
    order: oneOf(['asc', 'desc'] as const, given.order),
    page: typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? page : undefined,
  };
}

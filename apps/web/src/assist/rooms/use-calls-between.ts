import { useEffect, useMemo } from 'react';
import { useMe } from '../../platform';
import { type CallRecord, isBetween, useHistory } from '../history';
import type { Conversation } from './model/conversation';

const nothing: readonly CallRecord[] = [];

/** The calls between the user and this person, at least as far back as the loaded messages, newest first; without a person none. */
export function useCallsBetween(
  personId: string | undefined,
  { messages: [first] }: Conversation,
): readonly CallRecord[] {
  const me = useMe();
  const history = useHistory({ contactUniqueId: personId }, personId !== undefined);
  const { records = nothing, hasNextPage, isFetching, isError, fetchNextPage } = history;
  const oldest = records.at(-1);
  const needsMore = hasNextPage && first !== undefined && oldest !== undefined && oldest.start > new Date(first.date);
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);
  return useMemo(
    () => (personId ? records.filter((record) => isBetween(record, me.uniqueId, personId)) : nothing),
    [records, me.uniqueId, personId],
  );
}

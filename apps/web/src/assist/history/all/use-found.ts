import { useEffect, useMemo, useState } from 'react';
import { holds } from '../../../shared/search';
import { useHistory, useSubjects, wordsOf } from '../use-history';
import { useRecordWords } from '../words';
import { type CallSearch, isOfKind, spanOf } from './filter';

/** Rows that are shown at first, and that each step adds. */
const STEP = 60;

/**
 * The calls that match. Words and kind are compared on this device, because the server cannot read subjects: pages are loaded until there
 * are enough rows, or no more pages. Days are the server's.
 */
export function useFound({ q = '', kind, from, to }: CallSearch) {
  const span = useMemo(() => spanOf({ from, to }), [from, to]);
  const history = useHistory(span);
  const words = useRecordWords();
  const [count, setCount] = useState(STEP);
  const ofKind = useMemo(
    () => (history.records ?? []).filter((record) => isOfKind(record, kind)),
    [history.records, kind],
  );
  // Without words to search for, only what is shown is decrypted.
  const read = q === '' ? ofKind.slice(0, count) : ofKind;
  const subjects = useSubjects(read);
  const found = ofKind.filter((record) => holds(q, words.names(record), wordsOf(subjects.get(record.id))));
  const isOpening = q !== '' && read.some(({ id }) => !subjects.has(id));
  const { fetchNextPage, hasNextPage, isFetching, isError } = history;
  const needsMore = hasNextPage && found.length < count && !isOpening;
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);
  return {
    history,
    subjects,
    shown: found.slice(0, count),
    total: found.length,
    /** Pages are being loaded or subjects decrypted, so there may be more. */
    isSearching: !isError && (needsMore || isOpening),
    hasMore: found.length > count || hasNextPage,
    showMore: () => setCount((before) => before + STEP),
  };
}

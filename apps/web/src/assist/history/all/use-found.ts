import { useEffect, useMemo, useState } from 'react';
import { useCallSubject } from '../../../shared/call-subject';
import { useHistory, useSubjects } from '../use-history';
import { useLabels } from '../use-labels';
import { useRecordWords } from '../words';
import { type CallSearch, isMatch, isOfKind, partOf, tagsOf } from './filter';

/** Rows that are shown at first, and that each step adds. */
const STEP = 60;

/**
 * The calls that match. Words and kind are compared on this device, because the server cannot read subjects: pages are loaded until there
 * are enough rows, or no more pages. Days and the person are the server's.
 */
export function useFound({ q = '', kind, tag, from, to, with: person }: CallSearch) {
  // A search may load hundreds of pages. They are not those of the home page, which are all loaded again at each call.
  const isFiltered = q !== '' || kind !== undefined || tag !== undefined;
  const part = useMemo(
    () => partOf({ from, to, with: person }) ?? (isFiltered ? {} : undefined),
    [from, to, person, isFiltered],
  );
  const history = useHistory(part);
  const words = useRecordWords();
  // Another filter begins with the first rows again.
  const filter = JSON.stringify([q, kind, tag, from, to, person]);
  const [steps, setSteps] = useState({ filter, count: STEP });
  const count = steps.filter === filter ? steps.count : STEP;
  const ofKind = useMemo(
    () => (history.records ?? []).filter((record) => isOfKind(record, kind)),
    [history.records, kind],
  );
  // Without words to search for, only what is shown is decrypted.
  const read = q === '' ? ofKind.slice(0, count) : ofKind;
  const subjects = useSubjects(read);
  const subjectOf = useCallSubject(read.map(({ item }) => item.call));
  const labels = useLabels(ofKind);
  const found = ofKind.filter((record) => {
    const subject = subjectOf(record.item.call, subjects.get(record.id));
    return isMatch({ q, tag }, words.names(record), subject, labels.get(record.id));
  });
  const isOpening =
    (q !== '' && read.some(({ id }) => !subjects.has(id))) ||
    ((q !== '' || tag !== undefined) && ofKind.some(({ id }) => !labels.has(id)));
  const { fetchNextPage, hasNextPage, isFetching, isError } = history;
  const needsMore = hasNextPage && found.length < count && !isOpening;
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);
  return {
    history,
    subjects,
    labels,
    /** Those of the calls that are loaded. */
    tags: tagsOf(labels.values(), tag),
    shown: found.slice(0, count),
    total: found.length,
    /** Pages are being loaded or subjects decrypted, so there may be more. */
    isSearching: !isError && (needsMore || isOpening),
    hasMore: found.length > count || hasNextPage,
    showMore: () => setSteps({ filter, count: count + STEP }),
  };
}

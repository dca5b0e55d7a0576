import type { NotGenuine, SealedPlace } from '@earth/contracts';
import { queryOptions, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../platform';
import { loadCipher } from '../../shared/call-queries';
import { historyIn, type HistoryPart } from '../../shared/queries';
import { type CallRecord, toRecord } from './call-record';
import type { SessionScope } from '../../platform/session/session-scope';
import { useScope } from '../../platform/session/scope-context';

/** The user's calls, newest first, page by page; with a part, only those in it. */
export function useHistory(part?: HistoryPart, enabled = true) {
  const me = useMe();
  const query = useInfiniteQuery({ ...historyIn(part), enabled });
  const records = useMemo(
    () => query.data?.pages.flatMap((page) => page.items).map((item) => toRecord(item, me.uniqueId)),
    [query.data, me.uniqueId],
  );
  return { ...query, records };
}

/** Null: not sealed for the reader; undefined: being decrypted. */
export type Subject = string | NotGenuine | null | undefined;

/** Null if the subject is not genuine. */
export const wordsOf = (subject: Subject) => (typeof subject === 'string' ? subject : null);

async function openSubject(scope: SessionScope, { call }: CallRecord['item']) {
  const cipher = await loadCipher(scope);
  const place: SealedPlace = { kind: 'subject', within: call.uniqueId, id: null };
  return cipher.openText(call.cryptoSchema, call.subject, { sender: call.caller, place, date: call.startDate });
}

/** The subject of a call, decrypted on this device. */
export const subjectQuery = (scope: SessionScope, { id, item }: CallRecord) =>
  queryOptions({
    queryKey: ['subject', id, item.call.caller.uniqueId],
    queryFn: () => openSubject(scope, item),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The subjects of these calls, decrypted on this device, by call id. Absent: being decrypted. */
export function useSubjects(records: readonly CallRecord[]): ReadonlyMap<string, Subject> {
  const scope = useScope();
  return useQueries({
    queries: records.map((record) => subjectQuery(scope, record)),
    combine: (results) => {
      const subjects = new Map<string, Subject>();
      for (const [index, { data, isError }] of results.entries()) {
        const record = records[index];
        if (record && (data !== undefined || isError)) subjects.set(record.id, data ?? null);
      }
      return subjects;
    },
  });
}

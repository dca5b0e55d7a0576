import { type CallHistoryItem, isGenuine, NOT_GENUINE, type NotGenuine, type SealedPlace } from '@earth/contracts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useScope } from '../../platform/session/scope-context';
import type { SessionScope } from '../../platform/session/session-scope';
import { loadCipher } from '../../shared/call-queries';
import type { CallRecord } from './call-record';
import { type Labels, NO_LABELS, parseLabels } from './model/labels';

/** Null: not sealed for the reader, or not understood; undefined: being decrypted. */
export type OpenedLabels = Labels | NotGenuine | null | undefined;

/** What can be shown: nothing while the labels are decrypted, or if they cannot be read. */
export const readable = (labels: OpenedLabels): Labels => (labels && isGenuine(labels) ? labels : NO_LABELS);

export const labelsPlace = (callId: string): SealedPlace => ({ kind: 'labels', within: callId, id: null });

async function openLabels(scope: SessionScope, { call, participants, labels }: CallHistoryItem) {
  if (!labels) return NO_LABELS;
  const { cryptoSchema, author, date } = labels;
  const found = participants.find(({ contact }) => contact.uniqueId === author.uniqueId)?.contact;
  // Only people of the call write labels: those of others are never genuine.
  const sender = found ?? { uniqueId: author.uniqueId, publicKey: '' };
  const origin = { sender, place: labelsPlace(call.uniqueId), date };
  const text = await (await loadCipher(scope)).openText(cryptoSchema, labels.labels, origin);
  if (!isGenuine(text)) return NOT_GENUINE;
  return text === null ? null : parseLabels(text);
}

/** The labels of a call, decrypted on this device. */
export const labelsQuery = (scope: SessionScope, item: CallHistoryItem) =>
  queryOptions({
    queryKey: ['labels', item.call.uniqueId, item.labels?.author.uniqueId, item.labels?.labels],
    queryFn: () => openLabels(scope, item),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The labels of these calls, by call id. Absent: being decrypted. */
export function useLabels(records: readonly CallRecord[]): ReadonlyMap<string, OpenedLabels> {
  const scope = useScope();
  const labelled = records.filter(({ item }) => item.labels);
  return useQueries({
    queries: labelled.map(({ item }) => labelsQuery(scope, item)),
    combine: (results) => {
      const labels = new Map<string, OpenedLabels>();
      for (const { id, item } of records) if (!item.labels) labels.set(id, NO_LABELS);
      for (const [index, { data, isError }] of results.entries()) {
        const record = labelled[index];
        if (record && (data !== undefined || isError)) labels.set(record.id, data ?? null);
      }
      return labels;
    },
  });
}

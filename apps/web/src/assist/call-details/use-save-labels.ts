import { type CallDetails, writeCallLabels } from '@earth/contracts';
import { myId, sendCall } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import { callQuery, loadCipher } from '../../shared/call-queries';
import { createQueryClient } from '../../shared/query-client';
import { historyQuery } from '../../shared/queries';
import { labelsPlace, labelsQuery } from '../history';
import { cleanLabels, type Labels, textOfLabels } from '../history/model/labels';
import { type Base, type Outcome, saveLabels } from './model/save-labels';

/** Seals labels for the people of the call, and saves them. */
export function useSaveLabels({ call, participants }: CallDetails) {
  const scope = useScope();
  const id = call.uniqueId;

  async function write(labels: Labels, date: string | null) {
    const people = participants.map(({ contact }) => contact);
    const cipher = await loadCipher(scope);
    const cryptoSchema = await cipher.schemeFor(people);
    const sealed = await cipher.sealText(cryptoSchema, textOfLabels(labels), people, labelsPlace(id));
    return sendCall(writeCallLabels, {
      id,
      labels: sealed,
      cryptoSchema,
      ...(date !== null && { basedOn: date }),
    });
  }

  async function read() {
    const client = scope.get(createQueryClient);
    const item = await client.query({ ...callQuery(id), staleTime: 0 });
    return { opened: await client.query(labelsQuery(scope, item)), date: item.labels?.date ?? null };
  }

  return async (base: Base, typed: Labels): Promise<Outcome> => {
    const outcome = await saveLabels({ write, read }, base, cleanLabels(typed));
    if (outcome.type !== 'saved') return outcome;
    const client = scope.get(createQueryClient);
    client.setQueryData(['labels', id, myId(), outcome.saved.labels], outcome.labels);
    client.setQueryData(callQuery(id).queryKey, (before) => before && { ...before, labels: outcome.saved });
    void client.invalidateQueries({ queryKey: historyQuery.queryKey });
    return outcome;
  };
}

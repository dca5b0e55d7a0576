/** The notes of calls that this device stores until the server has them. */
import { useStore } from 'zustand';
import { callQuery } from '../../../shared/call-queries';
import { api, myId } from '../../../platform';
import { useScoped } from '../../../platform/session/scope-context';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient } from '../../../shared/query-client';
import { createNotesKeeper, type PendingNotes } from './notes-keeper';

export function createNotes(scope: SessionScope) {
  const client = scope.get(createQueryClient);
  const keeper = createNotesKeeper({
    store: localStorage,
    meId: myId,
    save: (notes) => api.writeCallNotes(notes),
    onSaved: (callId, notes) =>
      void client.setQueryData(callQuery(callId).queryKey, (call) => call && { ...call, notes }),
    onChanged: (callId) => void client.invalidateQueries({ queryKey: callQuery(callId).queryKey, exact: true }),
  });
  scope.onDispose(keeper.forget);
  return keeper;
}

export const usePendingNotes = (callId: string): PendingNotes | undefined =>
  useStore(useScoped(createNotes).pending, (pending) => pending[callId]);

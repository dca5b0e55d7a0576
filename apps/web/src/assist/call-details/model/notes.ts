/** The notes of calls that this device stores until the server has them. */
import { useStore } from 'zustand';
import { callQuery } from '../../../shared/call-queries';
import { api, myId, onSessionEnd } from '../../../platform';
import { createNotesKeeper, type PendingNotes } from './notes-keeper';
import { queryClient } from '../../../shared/queries';

export const notesKeeper = createNotesKeeper({
  store: localStorage,
  meId: myId,
  save: (notes) => api.writeCallNotes(notes),
  onSaved: (callId, notes) =>
    void queryClient.setQueryData(callQuery(callId).queryKey, (call) => call && { ...call, notes }),
  onChanged: (callId) => void queryClient.invalidateQueries({ queryKey: callQuery(callId).queryKey, exact: true }),
});

onSessionEnd(notesKeeper.forget);

export const usePendingNotes = (callId: string): PendingNotes | undefined =>
  useStore(notesKeeper.pending, (pending) => pending[callId]);

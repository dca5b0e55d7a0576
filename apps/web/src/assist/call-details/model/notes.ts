/** The notes on calls that this device keeps until they are saved. */
import { useStore } from 'zustand';
import { callQuery } from '../../../shared/call-queries';
import { api, myId, onSessionEnd } from '../../../platform';
import { createNotesKeeper, type KeptNotes } from './notes-keeper';
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

export const useKeptNotes = (callId: string): KeptNotes | undefined =>
  useStore(notesKeeper.kept, (kept) => kept[callId]);

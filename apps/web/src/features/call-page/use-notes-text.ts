import { useQuery } from '@tanstack/react-query';
import { loadCipher } from '../../data/call-queries';
import type { KeptNotes } from '../../data/notes-keeper';

type Sealed = Pick<KeptNotes, 'notes' | 'cryptoSchema'>;

/** By the envelope itself: it is the same before it is saved and after. */
export const notesKey = (callId: string, sealed: string) => ['notes', callId, sealed];

/** Notes, opened: undefined while they are, null where they are not sealed for the reader, empty where there are none. */
export function useNotesText(callId: string, sealed: Sealed | null): string | null | undefined {
  const { data } = useQuery({
    queryKey: notesKey(callId, sealed?.notes ?? ''),
    queryFn: async () => (sealed ? (await loadCipher()).openText(sealed.cryptoSchema, sealed.notes) : ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

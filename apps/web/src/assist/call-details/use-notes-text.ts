import type { NotGenuine, SealedPlace } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../platform';
import { loadCipher, originOf } from '../../shared/call-queries';
import type { KeptNotes } from './model/notes-keeper';

interface Sealed extends Pick<KeptNotes, 'notes' | 'cryptoSchema'> {
  /** Absent: oneself, who has not saved them yet. */
  readonly author?: { readonly uniqueId: string };
  readonly date?: string;
}

export const notesPlace = (callId: string): SealedPlace => ({ kind: 'notes', within: callId, id: null });

/** By whose they are said to be, and by the envelope itself: it is the same before it is saved and after. */
export const notesKey = (callId: string, authorId: string | null, sealed: string) => [
  'notes',
  callId,
  authorId,
  sealed,
];

/** Notes, opened: undefined while they are, null where they are not sealed for the reader, empty where there are none. */
export function useNotesText(callId: string, sealed: Sealed | null): string | NotGenuine | null | undefined {
  const me = useMe();
  const { uniqueId: authorId } = sealed?.author ?? me;
  const { data } = useQuery({
    queryKey: notesKey(callId, authorId, sealed?.notes ?? ''),
    queryFn: async ({ client }) => {
      if (!sealed) return '';
      const { cryptoSchema: scheme, notes, date } = sealed;
      const claim = { scheme, authorId, place: notesPlace(callId), date };
      const [cipher, origin] = await Promise.all([loadCipher(), originOf(client, claim)]);
      return cipher.openText(scheme, notes, origin);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

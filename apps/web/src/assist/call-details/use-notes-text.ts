import type { NotGenuine, SealedPlace } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../platform';
import { loadCipher, originOf } from '../../shared/call-queries';
import type { PendingNotes } from './model/notes-keeper';
import { useScope } from '../../platform/session/scope-context';

interface Sealed extends Pick<PendingNotes, 'notes' | 'cryptoSchema'> {
  /** Absent: the user, whose notes are not saved yet. */
  readonly author?: { readonly uniqueId: string };
  readonly date?: string;
}

export const notesPlace = (callId: string): SealedPlace => ({ kind: 'notes', within: callId, id: null });

/** Cache key: the claimed author and the envelope, which is the same before and after it is saved. */
export const notesKey = (callId: string, authorId: string | null, sealed: string) => [
  'notes',
  callId,
  authorId,
  sealed,
];

/** The decrypted notes: undefined while decrypting, null if not sealed for the reader, empty if there are none. */
export function useNotesText(callId: string, sealed: Sealed | null): string | NotGenuine | null | undefined {
  const scope = useScope();
  const me = useMe();
  const { uniqueId: authorId } = sealed?.author ?? me;
  const { data } = useQuery({
    queryKey: notesKey(callId, authorId, sealed?.notes ?? ''),
    queryFn: async () => {
      if (!sealed) return '';
      const { cryptoSchema: scheme, notes, date } = sealed;
      const claim = { scheme, authorId, place: notesPlace(callId), date };
      const [cipher, origin] = await Promise.all([loadCipher(scope), originOf(scope, claim)]);
      return cipher.openText(scheme, notes, origin);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

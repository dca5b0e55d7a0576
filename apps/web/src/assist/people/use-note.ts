/** The user's private note about a contact: sealed and opened on this device, under scheme 2 whatever the server's setting. */
import {
  type ContactNote,
  contactNotePlace,
  CryptoSchema,
  getContactNote,
  type NotGenuine,
  setContactNote,
} from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, myself, sendCall } from '../../platform';
import { useScope } from '../../platform/session/scope-context';
import type { SessionScope } from '../../platform/session/session-scope';
import { loadCipher } from '../../shared/call-queries';
import { createQueryClient } from '../../shared/query-client';

/** `text` null: not readable with the keys of this device. `date`: its version. */
export interface OpenedNote {
  readonly text: string | NotGenuine | null;
  readonly date: string;
}

function requireMe() {
  const me = myself();
  if (!me) throw new Error('Not signed in');
  return me;
}

async function open(scope: SessionScope, id: string, { note, date }: ContactNote): Promise<OpenedNote> {
  const me = requireMe();
  const cipher = await loadCipher(scope);
  const origin = { sender: me, place: contactNotePlace(me.uniqueId, id), date };
  return { text: await cipher.openText(CryptoSchema.v2, note, origin), date };
}

async function seal(scope: SessionScope, id: string, text: string): Promise<string> {
  const me = requireMe();
  const cipher = await loadCipher(scope);
  return await cipher.sealText(CryptoSchema.v2, text, [me], contactNotePlace(me.uniqueId, id));
}

type Outcome =
  | { readonly type: 'saved' }
  /** Another device was first. `note`: what is stored now; null: nothing. */
  | { readonly type: 'changed'; readonly note: OpenedNote | null };

/** @param id of the contact */
export function useNote(id: string) {
  const scope = useScope();
  const queryKey = ['contactNote', id];
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const stored = await sendCall(getContactNote, { id });
      return stored && (await open(scope, id, stored));
    },
    // No push announces it.
    staleTime: 0,
  });

  /**
   * @param text empty: deletes the note
   * @param basedOn the date of the note that it replaces; null: there is none
   * @throws ApiError if the server refuses or does not answer; another error if this device cannot seal
   */
  async function save(text: string, basedOn: string | null): Promise<Outcome> {
    const note = text === '' ? '' : await seal(scope, id, text);
    try {
      const stored = await sendCall(setContactNote, { id, note, ...(basedOn !== null && { basedOn }) });
      const client = scope.get(createQueryClient);
      // A request that began before would bring the former note back.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, stored && { text, date: stored.date });
      return { type: 'saved' };
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'conflict') throw error;
      const { data: there = null } = await query.refetch({ throwOnError: true });
      return { type: 'changed', note: there };
    }
  }
  return { query, save };
}

/**
 * The notes of a call are read on its page, not in the call. A participant who joined after they were written requests their
 * key during the call, because then others who have it are online.
 */
import type { AuthorOf } from '../session/author';
import { coalesce } from '@earth/async';
import type { CallPorts, AskedItem } from '../ports';

interface LateNotesOptions {
  readonly callId: string;
  readonly authorOf: AuthorOf;
  readonly onUnreadable: () => void;
}

export class LateNotes {
  /** The id of notes that cannot be decrypted here; null: none. */
  #closed: string | null = null;
  /** Fetches the notes. */
  readonly refresh: () => Promise<void>;

  constructor({ api, cipher }: Pick<CallPorts, 'api' | 'cipher'>, options: LateNotesOptions) {
    const { authorOf, callId, onUnreadable } = options;
    this.refresh = coalesce(async () => {
      const { notes } = await api.getCall({ id: callId });
      const place = { kind: 'notes', within: callId, id: null } as const;
      this.#closed = null;
      if (!notes) return;
      const origin = { sender: await authorOf(notes.author.uniqueId), place };
      if ((await cipher.openText(notes.cryptoSchema, notes.notes, origin)) !== null) return;
      this.#closed = notes.uniqueId;
      onUnreadable();
    });
  }

  unreadable(): readonly AskedItem[] {
    return this.#closed === null ? [] : [{ kind: 'notes', uniqueId: this.#closed }];
  }

  /** New keys have arrived. */
  reopen() {
    if (this.#closed !== null) this.refresh().catch(() => {});
  }
}

/**
 * The notes on a call are read on its page, not in the call. Who came after they were written asks for their key in the
 * call all the same: that is when somebody is there who has it.
 */
import type { AuthorOf } from '../session/author';
import { coalesce } from '../async/coalesce';
import type { CallPorts, AskedItem } from '../ports';

interface LateNotesOptions {
  readonly callId: string;
  readonly authorOf: AuthorOf;
  readonly onUnreadable: () => void;
}

export class LateNotes {
  /** The id of those that are there and cannot be read here. */
  #closed: string | null = null;
  /** Asks the server for the notes. */
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

  /** There are keys now. */
  reopen() {
    if (this.#closed !== null) this.refresh().catch(() => {});
  }
}

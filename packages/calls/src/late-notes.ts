/**
 * The notes on a call are read on its page, not in the call. Who came after they were written asks for their key in the
 * call all the same: that is when somebody is there who has it.
 */
import { coalesce } from './coalesce';
import type { AskedItem } from './late-keys';
import type { CallPorts } from './ports';

export class LateNotes {
  /** The id of those that are there and cannot be read here. */
  #closed: string | null = null;
  /** Asks the server for the notes. */
  readonly refresh: () => Promise<void>;

  constructor({ api, cipher }: Pick<CallPorts, 'api' | 'cipher'>, callId: string, onUnreadable: () => void) {
    this.refresh = coalesce(async () => {
      const { notes } = await api.getCall({ id: callId });
      const isClosed = notes !== null && (await cipher.openText(notes.cryptoSchema, notes.notes)) === null;
      this.#closed = isClosed ? notes.uniqueId : null;
      if (isClosed) onUnreadable();
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

/**
 * Notes that were written on a call stay on the device until the server has them: through a net that is away, and through
 * a reload. They are kept as they will be sent, sealed for the people of the call.
 */
import type { CallNotes } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { isPassing } from './api-error';
import type { TextStore } from './local-store';

export interface SealedNotes {
  readonly notes: string;
  readonly cryptoSchema: 0 | 1;
  /** When they were written here. */
  readonly date: string;
}

export interface KeptNotes extends SealedNotes {
  /** `waiting`: no answer; they go by themselves. `failed`: the server refused them. */
  readonly state: 'saving' | 'waiting' | 'failed';
}

export interface NotesPorts {
  readonly store: Pick<TextStore, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
  /** Whose notes these are: what somebody else keeps on this device is not sent. Null: nobody is signed in. */
  readonly meId: () => string | null;
  readonly save: (notes: { id: string; notes: string; cryptoSchema: 0 | 1 }) => Promise<CallNotes>;
  readonly onSaved: (callId: string, saved: CallNotes) => void;
}

function parse(text: string | null): SealedNotes | null {
  try {
    return JSON.parse(text ?? 'null') as SealedNotes | null;
  } catch {
    return null;
  }
}

export function createNotesKeeper({ store, meId, save, onSaved }: NotesPorts) {
  /** By the calls' ids. */
  const kept = createStore<Readonly<Record<string, KeptNotes>>>(() => ({}));
  const sending = new Set<string>();
  const prefix = () => `notes ${meId() ?? ''} `;

  const set = (callId: string, notes: SealedNotes, state: KeptNotes['state']) =>
    kept.setState({ [callId]: { ...notes, state } });

  /** Another tab may have written newer ones meanwhile: those stay. */
  function drop(callId: string, date: string) {
    const key = prefix() + callId;
    if (parse(store.getItem(key))?.date === date) store.removeItem(key);
    const { [callId]: _, ...others } = kept.getState();
    kept.setState(others, true);
  }

  async function send(callId: string): Promise<void> {
    const notes = kept.getState()[callId];
    if (!notes || sending.has(callId)) return;
    sending.add(callId);
    const owner = meId();
    set(callId, notes, 'saving');
    const outcome = await save({ id: callId, notes: notes.notes, cryptoSchema: notes.cryptoSchema }).then(
      (saved) => ({ saved }),
      (error: unknown) => ({ state: isPassing(error) ? ('waiting' as const) : ('failed' as const) }),
    );
    sending.delete(callId);
    const now = kept.getState()[callId];
    if (meId() !== owner || !now) return;
    // Written anew meanwhile.
    if (now.date !== notes.date) return send(callId);
    if ('state' in outcome) return set(callId, notes, outcome.state);
    onSaved(callId, outcome.saved);
    drop(callId, notes.date);
  }

  /** What the device has: another tab may have sent some of it, or written newer. */
  function read() {
    const mine: Record<string, KeptNotes> = {};
    const known = kept.getState();
    const start = prefix();
    for (let index = 0; index < store.length; index += 1) {
      const key = store.key(index) ?? '';
      const notes = key.startsWith(start) ? parse(store.getItem(key)) : null;
      const callId = key.slice(start.length);
      const before = known[callId];
      if (notes) mine[callId] = { ...notes, state: before?.date === notes.date ? before.state : 'waiting' };
    }
    kept.setState(mine, true);
  }

  return {
    kept,
    /** Keeps notes and sends them. Throws where the device can keep nothing. */
    keep(callId: string, notes: SealedNotes): Promise<void> {
      store.setItem(prefix() + callId, JSON.stringify(notes));
      set(callId, notes, 'saving');
      return send(callId);
    },
    /** Once more, one that the server refused. */
    retry: send,
    /** Whenever there is a net again: sends what is kept, but for what the server refused. */
    async flush(): Promise<void> {
      if (meId() === null) return;
      read();
      const unsent = Object.entries(kept.getState()).filter(([, { state }]) => state !== 'failed');
      await Promise.all(unsent.map(([callId]) => send(callId)));
    },
    /** At the end of a session. */
    forget: () => kept.setState({}, true),
  };
}

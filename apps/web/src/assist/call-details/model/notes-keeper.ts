/**
 * Notes that were written on a call stay on the device until the server has them: through a net that is away, and through
 * a reload. They are kept as they will be sent, sealed for the people of the call. Where somebody else has written
 * meanwhile the server takes none, and the person chooses.
 */
import type { CallInput, CallNotes, Scheme, writeCallNotes } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { ApiError, isPassing } from '../../../platform/http/api-error';
import type { TextStore } from '../../../platform/storage/local-store';

export interface SealedNotes {
  readonly notes: string;
  readonly cryptoSchema: Scheme;
  /** When they were written here. */
  readonly date: string;
  /** The date of the server's notes that they were written over; none: there were none. */
  readonly basedOn?: string;
}

export interface KeptNotes extends SealedNotes {
  /** `waiting`: no answer; they go by themselves. `failed`: the server refused them. `changed`: it has others. */
  readonly state: 'saving' | 'waiting' | 'failed' | 'changed';
}

export interface NotesPorts {
  readonly store: Pick<TextStore, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
  /** Whose notes these are: what somebody else keeps on this device is not sent. Null: nobody is signed in. */
  readonly meId: () => string | null;
  readonly save: (notes: CallInput<typeof writeCallNotes>) => Promise<CallNotes>;
  readonly onSaved: (callId: string, saved: CallNotes) => void;
  /** The server has other notes than those that these were written over. */
  readonly onChanged: (callId: string) => void;
}

function stateAfter(error: unknown): 'waiting' | 'failed' | 'changed' {
  if (error instanceof ApiError && error.error === 'notesChanged') return 'changed';
  return isPassing(error) ? 'waiting' : 'failed';
}

function parse(text: string | null): SealedNotes | null {
  try {
    return JSON.parse(text ?? 'null') as SealedNotes | null;
  } catch {
    return null;
  }
}

/** The calls' ids with the notes on them. */
function storedUnder(prefix: string, store: NotesPorts['store']): (readonly [string, SealedNotes])[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return keys.flatMap((key) => {
    const notes = key.startsWith(prefix) ? parse(store.getItem(key)) : null;
    return notes ? [[key.slice(prefix.length), notes] as const] : [];
  });
}

const outcomeOf = (saving: Promise<CallNotes>) =>
  saving.then(
    (saved) => ({ saved }),
    (error: unknown) => ({ state: stateAfter(error) }),
  );

const goesByItself = (state: KeptNotes['state']) => state !== 'failed' && state !== 'changed';

export function createNotesKeeper({ store, meId, save, onSaved, onChanged }: NotesPorts) {
  /** By the calls' ids. */
  const kept = createStore<Readonly<Record<string, KeptNotes>>>(() => ({}));
  const sending = new Set<string>();
  const prefix = () => `notes ${meId() ?? ''} `;

  const set = (callId: string, notes: SealedNotes, state: KeptNotes['state']) =>
    kept.setState({ [callId]: { ...notes, state } });

  /** Another tab may have written newer ones meanwhile: those stay. */
  function drop(callId: string) {
    const key = prefix() + callId;
    const { [callId]: mine, ...others } = kept.getState();
    if (parse(store.getItem(key))?.date === mine?.date) store.removeItem(key);
    kept.setState(others, true);
  }

  function write(callId: string, notes: SealedNotes) {
    store.setItem(prefix() + callId, JSON.stringify(notes));
    set(callId, notes, 'saving');
  }

  async function send(callId: string): Promise<void> {
    const notes = kept.getState()[callId];
    if (!notes || sending.has(callId)) return;
    sending.add(callId);
    const owner = meId();
    set(callId, notes, 'saving');
    const { date, state: _, ...content } = notes;
    const outcome = await outcomeOf(save({ id: callId, ...content }));
    sending.delete(callId);
    const now = kept.getState()[callId];
    if (meId() !== owner || !now) return;
    if (now.date !== date) {
      // Written anew meanwhile: over those that are saved now.
      if ('saved' in outcome) write(callId, { ...now, basedOn: outcome.saved.date });
      return send(callId);
    }
    if ('saved' in outcome) {
      onSaved(callId, outcome.saved);
      return drop(callId);
    }
    set(callId, notes, outcome.state);
    if (outcome.state === 'changed') onChanged(callId);
  }

  /** What the device has: another tab may have sent some of it, or written newer. */
  function read() {
    const known = kept.getState();
    const mine: Record<string, KeptNotes> = {};
    for (const [callId, notes] of storedUnder(prefix(), store)) {
      const before = known[callId];
      mine[callId] = { ...notes, state: before?.date === notes.date ? before.state : 'waiting' };
    }
    kept.setState(mine, true);
  }

  return {
    kept,
    /** Keeps notes and sends them, also once more over others. Throws where the device can keep nothing. */
    keep(callId: string, notes: SealedNotes): Promise<void> {
      write(callId, notes);
      return send(callId);
    },
    /** Those that the server has stay; these go. */
    giveUp: drop,
    /** Once more, one that the server refused. */
    retry: send,
    /** Whenever there is a net again: sends what is kept, but for what the server refused or has other notes for. */
    async flush(): Promise<void> {
      if (meId() === null) return;
      read();
      const unsent = Object.entries(kept.getState()).filter(([, { state }]) => goesByItself(state));
      await Promise.all(unsent.map(([callId]) => send(callId)));
    },
    /** At the end of a session. */
    forget: () => kept.setState({}, true),
  };
}

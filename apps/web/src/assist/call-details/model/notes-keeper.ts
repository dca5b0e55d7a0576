/**
 * Stores edited notes of calls on the device until the server has them, so that they survive being offline and a reload. They
 * are stored sealed, as they will be sent. If another person has written notes meanwhile, the server refuses them, and the
 * user chooses.
 */
import type { CallInput, CallNotes, Scheme, writeCallNotes } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';
import { ApiError, isPassing } from '../../../platform/http/api-error';
import type { TextStore } from '../../../platform/storage/local-store';

export interface SealedNotes {
  readonly notes: string;
  readonly cryptoSchema: Scheme;
  /** When they were written on this device. */
  readonly date: string;
  /** The date of the server's notes that they replace; absent: there were none. */
  readonly basedOn?: string;
}

export interface PendingNotes extends SealedNotes {
  /** `waiting`: offline, sent automatically. `failed`: refused. `changed`: the server has other notes meanwhile. */
  readonly state: 'saving' | 'waiting' | 'failed' | 'changed';
}

export interface NotesPorts {
  readonly store: Pick<TextStore, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
  /** The author: another user's notes on this device are not sent. Null: nobody is signed in. */
  readonly meId: () => string | null;
  readonly save: (notes: CallInput<typeof writeCallNotes>) => Promise<CallNotes>;
  readonly onSaved: (callId: string, saved: CallNotes) => void;
  /** The server has other notes than those that these replace. */
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

/** The notes, by call id. */
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

const goesByItself = (state: PendingNotes['state']) => state !== 'failed' && state !== 'changed';

export function createNotesKeeper({ store, meId, save, onSaved, onChanged }: NotesPorts) {
  /** By call id. */
  const pending = createStore<Readonly<Record<string, PendingNotes>>>(() => ({}));
  const sending = new Set<string>();
  const prefix = () => `notes ${meId() ?? ''} `;

  const set = (callId: string, notes: SealedNotes, state: PendingNotes['state']) =>
    pending.setState({ [callId]: { ...notes, state } });

  /** Removes notes from the device, unless another tab has stored newer ones meanwhile. */
  function drop(callId: string) {
    const key = prefix() + callId;
    const { [callId]: mine, ...others } = pending.getState();
    if (parse(store.getItem(key))?.date === mine?.date) store.removeItem(key);
    pending.setState(others, true);
  }

  function write(callId: string, notes: SealedNotes) {
    store.setItem(prefix() + callId, JSON.stringify(notes));
    set(callId, notes, 'saving');
  }

  async function send(callId: string): Promise<void> {
    const notes = pending.getState()[callId];
    if (!notes || sending.has(callId)) return;
    sending.add(callId);
    const owner = meId();
    set(callId, notes, 'saving');
    const { date, state: _, ...content } = notes;
    const outcome = await outcomeOf(save({ id: callId, ...content }));
    sending.delete(callId);
    const now = pending.getState()[callId];
    if (meId() !== owner || !now) return;
    if (now.date !== date) {
      // Edited meanwhile: the new notes replace those that are saved now.
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

  /** Loads the notes of the device: another tab may have sent some, or stored newer ones. */
  function read() {
    const known = pending.getState();
    const mine: Record<string, PendingNotes> = {};
    for (const [callId, notes] of storedUnder(prefix(), store)) {
      const before = known[callId];
      mine[callId] = { ...notes, state: before?.date === notes.date ? before.state : 'waiting' };
    }
    pending.setState(mine, true);
  }

  return {
    pending,
    /** Stores notes and sends them; also to replace the server's after a conflict. Throws if the device cannot store them. */
    keep(callId: string, notes: SealedNotes): Promise<void> {
      write(callId, notes);
      return send(callId);
    },
    /** Discards the notes, and keeps the server's. */
    giveUp: drop,
    /** Sends notes again that the server has refused. */
    retry: send,
    /** Sends stored notes when the network is back, except refused and conflicting ones. */
    async flush(): Promise<void> {
      if (meId() === null) return;
      read();
      const unsent = Object.entries(pending.getState()).filter(([, { state }]) => goesByItself(state));
      await Promise.all(unsent.map(([callId]) => send(callId)));
    },
    /** To be called at the end of a session. */
    forget: () => pending.setState({}, true),
  };
}

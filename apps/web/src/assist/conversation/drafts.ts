/** Unsent texts, by place, which survive leaving the page; those of rooms, which no end of a call makes obsolete, also a reload. */
import type { Scheme } from '@earth/contracts';
import type { NamedMessage, Place, Quoted } from '@earth/messaging';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isGuestPage, myId } from '../../platform';
import { useScoped } from '../../platform/session/scope-context';
import type { SessionScope } from '../../platform/session/session-scope';
import { createEditDrafts } from '../../platform/storage/edit-drafts';

/** The id of the input field, to which the focus moves when the user answers a message. */
export const fieldIdOf = ({ id }: Place) => `message-${id}`;

/** A message that is changed. */
export interface Changing extends NamedMessage {
  readonly uniqueId: string;
  readonly scheme: Scheme;
}

/** The edit of an own message. The draft stays beside it. */
export interface Editing {
  readonly message: Changing;
  /** What it answers; stays as it is. */
  readonly quote: string | null;
  readonly before: string;
  readonly text: string;
}

export interface Draft {
  readonly text: string;
  readonly replyTo: Quoted | null;
  readonly editing: Editing | null;
}

const empty: Draft = { text: '', replyTo: null, editing: null };

/** What is stored of a draft: an edit is begun again. */
type Kept = Pick<Draft, 'text' | 'replyTo'>;

const ROOM = 'room ';

function createDrafts(scope: SessionScope) {
  const store = createStore<Readonly<Record<string, Draft>>>(() => ({}));
  // Of a guest nothing is stored on the device.
  const device = isGuestPage || myId() === null ? null : scope.get(createEditDrafts);

  async function restore() {
    for (const name of (await device?.names(ROOM)) ?? []) {
      const kept = await device?.read<Kept>(name);
      const id = name.slice(ROOM.length);
      // What was typed meanwhile is newer.
      if (kept) store.setState((all) => (all[id] ? all : { [id]: { ...empty, ...kept } }));
    }
  }
  void restore();
  return {
    store,
    change({ kind, id }: Place, change: Partial<Draft>) {
      const draft = { ...(store.getState()[id] ?? empty), ...change };
      store.setState({ [id]: draft });
      // What is edited is not kept, and must not replace what is.
      if (kind === 'call' || !('text' in change || 'replyTo' in change)) return;
      const { text, replyTo } = draft;
      const isEmpty = text.trim() === '' && replyTo === null;
      void (isEmpty ? device?.drop([ROOM + id]) : device?.keep(ROOM + id, { text, replyTo } satisfies Kept));
    },
  };
}

/** The draft of a place. */
export const useDraft = ({ id }: Place): Draft => useStore(useScoped(createDrafts).store, (all) => all[id] ?? empty);

export function useChangeDraft(place: Place) {
  const drafts = useScoped(createDrafts);
  return (change: Partial<Draft>) => drafts.change(place, change);
}

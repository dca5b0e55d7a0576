/** Unsent texts, by place, which survive leaving the page. */
import type { Scheme } from '@earth/contracts';
import type { NamedMessage, Place, Quoted } from '@earth/messaging';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../../platform/session/scope-context';

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
const createDrafts = () => createStore<Readonly<Record<string, Draft>>>(() => ({}));

/** The draft of a place. */
export const useDraft = ({ id }: Place): Draft => useStore(useScoped(createDrafts), (all) => all[id] ?? empty);

export function useChangeDraft({ id }: Place) {
  const drafts = useScoped(createDrafts);
  return (change: Partial<Draft>) => drafts.setState((all) => ({ [id]: { ...(all[id] ?? empty), ...change } }));
}

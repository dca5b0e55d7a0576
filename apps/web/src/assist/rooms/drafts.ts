/** Unsent texts, by room, which survive leaving the page. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onSessionEnd } from '../../platform';
import type { Quoted } from '../../platform/messages/quote';

/** The id of the input field, to which the focus moves when the user answers a message. */
export const FIELD_ID = 'message';

export interface Draft {
  readonly text: string;
  readonly replyTo: Quoted | null;
}

const empty: Draft = { text: '', replyTo: null };
const drafts = createStore<Readonly<Record<string, Draft>>>(() => ({}));
onSessionEnd(() => drafts.setState({}, true));

export const changeDraft = (roomId: string, change: Partial<Draft>) =>
  drafts.setState((all) => ({ [roomId]: { ...(all[roomId] ?? empty), ...change } }));

export const useDraft = (roomId: string): Draft => useStore(drafts, (all) => all[roomId] ?? empty);

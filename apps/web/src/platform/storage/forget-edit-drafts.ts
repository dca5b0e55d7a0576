/** What an editor has typed and not saved. Apart from what reads it, because the page that signs out may have no editor. */
import { clear } from 'idb-keyval';
import { indexedStore, orNothing } from './indexed-store';

export const draftStore = indexedStore('drafts');

/** At a sign-out. If the server ended the session, they stay, sealed, for the same user. */
export const forgetEditDrafts = (): Promise<void> => orNothing(() => clear(draftStore()), undefined);

/** IndexedDB stores: opened at first use; a refused or failing database counts as empty. */
import { createStore, delMany, type UseStore } from 'idb-keyval';

/** @param name of the database, and of its only store */
export function indexedStore(name: string): () => UseStore {
  let opened: UseStore | null = null;
  return () => {
    opened ??= createStore(name, name);
    return opened;
  };
}

/** A browser that refuses IndexedDB, or is full, stores nothing. */
export async function orNothing<T>(run: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await run();
  } catch {
    return nothing;
  }
}

/**
 * The notification data outside of such a store. Defined here, because the module that writes it may not be loaded when a session
 * ends.
 */
export const NOTICE_TEXTS = 'noticeTexts';
export const LEFT_ANSWER = 'answer';

/** At the end of a session. The language of the notifications stays, because it belongs to the device. */
export const forgetNotifications = (): Promise<void> =>
  orNothing(() => delMany([NOTICE_TEXTS, LEFT_ANSWER]), undefined);

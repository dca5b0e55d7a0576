/** The browser's own database: a store in it is opened when it is first used, and what it refuses is not there. */
import { createStore, delMany, type UseStore } from 'idb-keyval';

/** @param name of the database, and of the one store in it */
export function indexedStore(name: string): () => UseStore {
  let opened: UseStore | null = null;
  return () => {
    opened ??= createStore(name, name);
    return opened;
  };
}

/** A browser that refuses its database, or is full, keeps nothing. */
export async function orNothing<T>(run: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await run();
  } catch {
    return nothing;
  }
}

/**
 * What of notifications lies outside of such a store. Here, and not where it is written: that part of the app need not have been
 * loaded when a session ends.
 */
export const NOTICE_TEXTS = 'noticeTexts';
export const LEFT_ANSWER = 'answer';

/** At the end of a session. In which language they speak stays: that is the device's. */
export const forgetNotifications = (): Promise<void> =>
  orNothing(() => delMany([NOTICE_TEXTS, LEFT_ANSWER]), undefined);

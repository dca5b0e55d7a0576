/** The browser's own database: a store in it is opened when it is first used, and what it refuses is not there. */
import { createStore, type UseStore } from 'idb-keyval';

/** @param name of the database, and of the one store in it */
export function keptStore(name: string): () => UseStore {
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

/**
 * Outbox store: sealed items of calls and rooms that the server does not have yet, in IndexedDB. They outlive the page, and are
 * deleted at sign-out. Each page holds a Web Lock as long as it lives, so that the next page can tell which items are orphaned; one
 * page takes over the lock of the closed page.
 */
import type { Unsent, UnsentStore } from '@earth/messaging';
import { clear, del, get, keys as keysIn, set } from 'idb-keyval';
import { indexedStore, orNothing } from './indexed-store';
import { pageClock } from '../page-clock';

const store = indexedStore('unsent');
export { store as unsentStore };

/** @param owner the user and the kind of items: another user may sign in on the same device */
export function createUnsentStore(owner: string, locks: Pick<LockManager, 'request'>): UnsentStore {
  const page = crypto.randomUUID();
  /**
   * Acquires the lock of this page, or of a closed one, until this page closes.
   * @returns whether nobody else held it
   */
  const acquireLock = (of: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      locks
        .request(of, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<never>(() => {});
        })
        .catch(reject);
    });
  void acquireLock(page).catch(() => {});
  /**
   * The database key of each item: items that were taken up stay under the page that left them. The last part defines the order.
   */
  const keys = new Map<string, string>();
  /** The page ids under which this page has released items, like those of a closed page. */
  const releasedPages = new Set<string>();
  let made = 0;
  function keyOf({ fields: { clientId }, date }: Unsent): string {
    const known = keys.get(clientId);
    if (known !== undefined) return known;
    const moment = date === undefined ? pageClock.now() : Date.parse(date);
    const order = [moment, (made += 1)].map((number) => String(number).padStart(15, '0')).join('-');
    const key = `${owner} ${page} ${order}`;
    keys.set(clientId, key);
    return key;
  }
  return {
    claimLeft: () =>
      orNothing(async () => {
        const items: { readonly order: string; readonly unsent: Unsent }[] = [];
        /** For each page that has left items: whether this page has taken over its lock. */
        const hasLock = new Map<string, boolean>();
        for (const key of await keysIn<string>(store())) {
          const [of, by = '', order = ''] = key.split(' ');
          if (of !== owner || releasedPages.has(by)) continue;
          if (!hasLock.has(by)) hasLock.set(by, await acquireLock(by));
          const unsent = hasLock.get(by) ? await get<Unsent>(key, store()) : undefined;
          if (!unsent) continue;
          keys.set(unsent.fields.clientId, key);
          items.push({ order, unsent });
        }
        return items.toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(({ unsent }) => unsent);
      }, []),
    keep: (unsent) => orNothing(() => set(keyOf(unsent), unsent, store()), undefined),
    leave: (clientId) =>
      orNothing(async () => {
        const key = keys.get(clientId);
        const unsent = key === undefined ? undefined : await get<Unsent>(key, store());
        if (key === undefined || !unsent) return;
        // The lock of the page that wrote an item may also cover others, which are read and sent here.
        const by = crypto.randomUUID();
        releasedPages.add(by);
        await set(`${owner} ${by} ${key.split(' ')[2]}`, unsent, store());
        await del(key, store());
        keys.delete(clientId);
      }, undefined),
    drop: (clientId) =>
      orNothing(async () => {
        const key = keys.get(clientId);
        if (key !== undefined) await del(key, store());
      }, undefined),
  };
}

/** A guest's page stores nothing on the device: unsent items are lost when it closes. */
export const noUnsentStore: UnsentStore = {
  claimLeft: () => Promise.resolve([]),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  leave: () => Promise.resolve(),
};

/** Called at the end of a session. */
export const forgetUnsent = (): Promise<void> => orNothing(() => clear(store()), undefined);

/**
 * What was made in calls and rooms and the server does not have yet, sealed, in IndexedDB: it outlives the page, and goes
 * with the sign-in. A page holds a lock for as long as it lives, so that the next one knows what is left of those that are gone; of
 * several that come next, one takes their locks over.
 */
import type { CallPorts, UnsentStore } from '@earth/calls';
import { clear, del, get, keys as keysIn, set } from 'idb-keyval';
import { indexedStore, orNothing } from './indexed-store';
import { pageClock } from '../page-clock';

/** A request, with the id by which it is kept. */
interface Kept {
  readonly fields: { readonly clientId: string };
  /** When it was written, ISO 8601: in this order they are taken up. Absent: when it was first kept counts. */
  readonly date?: string;
}
type CallUnsent = Parameters<CallPorts['unsent']['keep']>[0];

const store = indexedStore('unsent');
export { store as unsentStore };

/** Of what pages leave, some may be for another page alone, which has other keys. */
export interface SharedUnsentStore<One extends Kept = CallUnsent> extends UnsentStore<One> {
  /** Gives back what this page took up and cannot read: another one takes it up. */
  leave(clientId: string): Promise<void>;
}

/** @param owner whose these are, and of what: somebody else may sign in on the same device */
export function createUnsentStore<One extends Kept = CallUnsent>(
  owner: string,
  locks: Pick<LockManager, 'request'>,
): SharedUnsentStore<One> {
  const page = crypto.randomUUID();
  /** Holds the lock of this page, or of one that is gone, until this page goes. @returns whether nobody held it */
  const hold = (of: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      locks
        .request(of, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<never>(() => {});
        })
        .catch(reject);
    });
  void hold(page).catch(() => {});
  /** Where each stands: what was taken up, under the page that has left it. The last part says which comes before which. */
  const keys = new Map<string, string>();
  /** Under which this page has given something back: as of a page that is gone. */
  const given = new Set<string>();
  let made = 0;
  function keyOf({ fields: { clientId }, date }: Kept): string {
    const known = keys.get(clientId);
    if (known !== undefined) return known;
    const moment = date === undefined ? pageClock.now() : Date.parse(date);
    const order = [moment, (made += 1)].map((number) => String(number).padStart(15, '0')).join('-');
    const key = `${owner} ${page} ${order}`;
    keys.set(clientId, key);
    return key;
  }
  return {
    takeUp: () =>
      orNothing(async () => {
        const left: { readonly order: string; readonly unsent: One }[] = [];
        /** Of each page that has left something, whether this one has it. */
        const isTaken = new Map<string, boolean>();
        for (const key of await keysIn<string>(store())) {
          const [of, by = '', order = ''] = key.split(' ');
          if (of !== owner || given.has(by)) continue;
          if (!isTaken.has(by)) isTaken.set(by, await hold(by));
          const unsent = isTaken.get(by) ? await get<One>(key, store()) : undefined;
          if (!unsent) continue;
          keys.set(unsent.fields.clientId, key);
          left.push({ order, unsent });
        }
        return left.toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(({ unsent }) => unsent);
      }, []),
    keep: (unsent) => orNothing(() => set(keyOf(unsent), unsent, store()), undefined),
    leave: (clientId) =>
      orNothing(async () => {
        const key = keys.get(clientId);
        const unsent = key === undefined ? undefined : await get<One>(key, store());
        if (key === undefined || !unsent) return;
        // The lock of the page that wrote it may hold more, which is read and sent here.
        const by = crypto.randomUUID();
        given.add(by);
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

/** A guest's page keeps nothing on the device: what was not sent when it goes is gone. */
export const noUnsentStore: UnsentStore = {
  takeUp: () => Promise.resolve([]),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

/** At the end of a session. */
export const forgetUnsent = (): Promise<void> => orNothing(() => clear(store()), undefined);

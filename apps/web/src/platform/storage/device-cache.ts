/**
 * Encrypted cache for the next start: in IndexedDB, each entry sealed with a non-extractable key. Reading and storing never fail: an
 * entry that cannot be opened, or belongs to another user, is dropped and fetched again.
 */
import { clear, del, delMany, get, promisifyRequest, set, update } from 'idb-keyval';
import { indexedStore, orNothing } from './indexed-store';

/** Raise it when the shape of the entries changes: entries of the former format no longer open. */
const FORMAT = 1;
const KEY = 'key';
const IV_BYTES = 12;

interface Entry {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
  /** When the content was written, in epoch milliseconds: the oldest is evicted first. Null: never evicted. */
  readonly date: number | null;
}

const cacheStore = indexedStore('cache');
type Store = typeof cacheStore;

/** The key of this device. If two tabs make one, the first stored wins. */
async function loadKey(store: Store): Promise<CryptoKey> {
  const known = await get<CryptoKey>(KEY, store());
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  let stored = made;
  const putIfAbsent = (there: CryptoKey | undefined) => (stored = there ?? made);
  await update<CryptoKey>(KEY, putIfAbsent, store());
  return stored;
}

/** All entries that may be evicted, with their date. */
const datesIn = (store: Store): Promise<readonly { readonly name: IDBValidKey; readonly date: number }[]> =>
  store()(
    'readonly',
    (stored) =>
      new Promise((resolve, reject) => {
        const found: { name: IDBValidKey; date: number }[] = [];
        const request = stored.openCursor();
        request.addEventListener('error', () => reject(request.error ?? new Error('The cache cannot be read')));
        request.addEventListener('success', () => {
          const cursor = request.result;
          if (!cursor) return resolve(found);
          const { date } = cursor.value as Partial<Entry>;
          if (typeof date === 'number') found.push({ name: cursor.key, date });
          cursor.continue();
        });
      }),
  );

/**
 * @param owner the user: another one may sign in on the same device
 * @param store with a key of its own
 */
export function createDeviceCache(owner: string, store: Store = cacheStore) {
  let isOver = false;
  let loading: Promise<CryptoKey> | null = null;
  const findKey = () => {
    loading ??= loadKey(store);
    return loading;
  };
  // The name and the owner are authenticated: an entry opens under no other name and for no other user.
  const cipherOf = (name: string, iv: Uint8Array<ArrayBuffer>) => {
    const additionalData = new TextEncoder().encode(`${FORMAT} ${owner} ${name}`);
    return { name: 'AES-GCM', iv, additionalData };
  };
  async function open(name: string, { iv, sealed }: Entry): Promise<unknown> {
    const plain = await crypto.subtle.decrypt(cipherOf(name, iv), await findKey(), sealed);
    return JSON.parse(new TextDecoder().decode(plain));
  }
  return {
    /** Null: absent, or it cannot be opened. The caller knows the type of what it has stored under the name. */
    read: <One>(name: string): Promise<One | null> =>
      orNothing(async () => {
        const stored = await get<Entry>(name, store());
        if (!stored || isOver) return null;
        try {
          return (await open(name, stored)) as One;
        } catch {
          await del(name, store());
          return null;
        }
      }, null),
    keep: (name: string, one: unknown, date: number | null = null): Promise<void> =>
      orNothing(async () => {
        if (isOver) return;
        const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
        const plain = new TextEncoder().encode(JSON.stringify(one));
        const sealed = await crypto.subtle.encrypt(cipherOf(name, iv), await findKey(), plain);
        // The user signed out while it was sealed.
        if (!isOver) await set(name, { iv, sealed, date } satisfies Entry, store());
      }, undefined),
    /** The names with this prefix, sorted. */
    names: (start: string): Promise<readonly string[]> =>
      orNothing(async () => {
        const range = IDBKeyRange.bound(start, `${start}\uFFFF`);
        const names = await store()('readonly', (stored) => promisifyRequest(stored.getAllKeys(range)));
        return names.filter((name) => typeof name === 'string');
      }, []),
    drop: (names: readonly string[]): Promise<void> => orNothing(() => delMany([...names], store()), undefined),
    /**
     * Evicts the oldest of the dated entries.
     * @param count so many stay
     */
    trim: (count: number): Promise<void> =>
      orNothing(async () => {
        // Finding the oldest reads all entries, which may be megabytes.
        if ((await store()('readonly', (stored) => promisifyRequest(stored.count()))) <= count) return;
        const newestFirst = (await datesIn(store)).toSorted((one, other) => other.date - one.date);
        await delMany(
          newestFirst.slice(count).map(({ name }) => name),
          store(),
        );
      }, undefined),
    /** At sign-out: an entry that is being sealed is not stored. */
    stop() {
      isOver = true;
    },
  };
}

export type DeviceCache = ReturnType<typeof createDeviceCache>;

/** At the end of a session: deletes its key too. */
export const forgetCache = (): Promise<void> => orNothing(() => clear(cacheStore()), undefined);

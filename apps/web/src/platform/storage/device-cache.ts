/**
 * What this device has read, for its next start: in IndexedDB, each thing sealed with a key that the browser itself cannot show.
 * Reading and keeping never fail: what cannot be opened, or is somebody else's, is dropped and asked for again.
 */
import { clear, del, delMany, get, promisifyRequest, set, update } from 'idb-keyval';
import { indexedStore, orNothing } from './indexed-store';

/** Another number where what is kept changes its shape: what is of before then opens no more. */
const FORMAT = 1;
const KEY = 'key';
const IV_BYTES = 12;

interface Kept {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
  /** When what it holds was written, in ms since 1970: the oldest goes first. Null: it stays. */
  readonly date: number | null;
}

const store = indexedStore('cache');

/** The device's own. Of two tabs that make one, one wins. */
async function loadKey(): Promise<CryptoKey> {
  const known = await get<CryptoKey>(KEY, store());
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  let kept = made;
  const takeFirst = (there: CryptoKey | undefined) => (kept = there ?? made);
  await update<CryptoKey>(KEY, takeFirst, store());
  return kept;
}

/** All that may go, with its date. */
const datesIn = (): Promise<readonly { readonly name: IDBValidKey; readonly date: number }[]> =>
  store()(
    'readonly',
    (kept) =>
      new Promise((resolve, reject) => {
        const found: { name: IDBValidKey; date: number }[] = [];
        const request = kept.openCursor();
        request.addEventListener('error', () => reject(request.error ?? new Error('It cannot be read')));
        request.addEventListener('success', () => {
          const cursor = request.result;
          if (!cursor) return resolve(found);
          const { date } = cursor.value as Partial<Kept>;
          if (typeof date === 'number') found.push({ name: cursor.key, date });
          cursor.continue();
        });
      }),
  );

/** @param owner whose it is: somebody else may sign in on the same device */
export function createDeviceCache(owner: string) {
  let isOver = false;
  let loading: Promise<CryptoKey> | null = null;
  const findKey = () => {
    loading ??= loadKey();
    return loading;
  };
  // Nothing can be put under another name, nor given to another person.
  const cipherOf = (name: string, iv: Uint8Array<ArrayBuffer>) => {
    const additionalData = new TextEncoder().encode(`${FORMAT} ${owner} ${name}`);
    return { name: 'AES-GCM', iv, additionalData };
  };
  async function open(name: string, { iv, sealed }: Kept): Promise<unknown> {
    const plain = await crypto.subtle.decrypt(cipherOf(name, iv), await findKey(), sealed);
    return JSON.parse(new TextDecoder().decode(plain));
  }
  return {
    /** Null: it is not there, or cannot be opened. What was kept under a name is read as the same kind of thing. */
    read: <One>(name: string): Promise<One | null> =>
      orNothing(async () => {
        const kept = await get<Kept>(name, store());
        if (!kept || isOver) return null;
        try {
          return (await open(name, kept)) as One;
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
        // Signed out while it was sealed.
        if (!isOver) await set(name, { iv, sealed, date } satisfies Kept, store());
      }, undefined),
    /** The names that begin so, in their order. */
    names: (start: string): Promise<readonly string[]> =>
      orNothing(async () => {
        const range = IDBKeyRange.bound(start, `${start}\uFFFF`);
        const names = await store()('readonly', (kept) => promisifyRequest(kept.getAllKeys(range)));
        return names.filter((name) => typeof name === 'string');
      }, []),
    drop: (names: readonly string[]): Promise<void> => orNothing(() => delMany([...names], store()), undefined),
    /** Drops the oldest of what has a date. @param count so many stay */
    trim: (count: number): Promise<void> =>
      orNothing(async () => {
        // To find the oldest all of it is read: megabytes, where there are many.
        if ((await store()('readonly', (kept) => promisifyRequest(kept.count()))) <= count) return;
        const newestFirst = (await datesIn()).toSorted((one, other) => other.date - one.date);
        await delMany(
          newestFirst.slice(count).map(({ name }) => name),
          store(),
        );
      }, undefined),
    /** At the end of the sign-in: what is being sealed just now is not kept. */
    stop() {
      isOver = true;
    },
  };
}

export type DeviceCache = ReturnType<typeof createDeviceCache>;

/** At the end of a session: its key too. */
export const forgetCache = (): Promise<void> => orNothing(() => clear(store()), undefined);

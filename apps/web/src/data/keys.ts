/** The person's private keys on this device: non-extractable, in IndexedDB, under the documents' name `pk`. A guest's: the tab's. */
import type { PrivateKeys } from '@earth/crypto';
import { del, get, set } from 'idb-keyval';

const NAME = 'pk';

interface KeyStore {
  /** Takes the keys that came with the sign-in in. */
  save(privateKey: string): Promise<void>;
  read(): Promise<PrivateKeys | null>;
  delete(): Promise<void>;
}

const load = async (privateKey: string) => (await import('@earth/crypto')).importPrivateKeys(privateKey);

/** Forgets their text. */
export const deviceKeys: KeyStore = {
  save: async (privateKey) => set(NAME, await load(privateKey)),
  read: async () => (await get<PrivateKeys>(NAME)) ?? null,
  delete: () => del(NAME),
};

/** A guest’s, good for one call: as text in the tab’s own store, so that nothing is left where the tab is closed. */
export const tabKeys: KeyStore = {
  save: async (privateKey) => sessionStorage.setItem(NAME, privateKey),
  async read() {
    const privateKey = sessionStorage.getItem(NAME);
    return privateKey === null ? null : await load(privateKey);
  },
  delete: async () => sessionStorage.removeItem(NAME),
};

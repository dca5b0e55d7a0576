/**
 * The user's private keys on this device: non-extractable, in IndexedDB, under the key `pk` (A3.17). A guest's keys are in
 * session storage.
 */
import type { PrivateKeys } from '@earth/crypto';
import type { VaultBundles } from './session';
import { del, get, set } from 'idb-keyval';

const NAME = 'pk';

/** `publicKey`: the matching public key, if the user has made the keys and not the server. */
interface StoredKeys extends PrivateKeys {
  readonly publicKey?: string;
}

interface KeyStore {
  /** Imports the keys that came with the sign-in, or from the user's vault. */
  save(keys: string | VaultBundles): Promise<void>;
  read(): Promise<StoredKeys | null>;
  delete(): Promise<void>;
}

async function load(keys: string | VaultBundles): Promise<StoredKeys> {
  const { importPrivateKeys } = await import('@earth/crypto');
  if (typeof keys === 'string') return importPrivateKeys(keys);
  const { publicKey, privateKey, former } = keys;
  return { ...(await importPrivateKeys(privateKey, former)), publicKey };
}

/** Imports them as non-extractable, and does not store their text. */
export const deviceKeys: KeyStore = {
  save: async (keys) => set(NAME, await load(keys)),
  read: async () => (await get<StoredKeys>(NAME)) ?? null,
  delete: () => del(NAME),
};

/** A guest’s keys, valid for one call: stored as text in session storage, so that nothing remains when the tab is closed. */
export const tabKeys: KeyStore = {
  async save(keys) {
    // A guest has no vault.
    if (typeof keys === 'string') sessionStorage.setItem(NAME, keys);
  },
  async read() {
    const privateKey = sessionStorage.getItem(NAME);
    return privateKey === null ? null : await load(privateKey);
  },
  delete: async () => sessionStorage.removeItem(NAME),
};

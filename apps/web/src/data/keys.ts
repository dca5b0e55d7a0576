/** The person's private keys on this device: non-extractable, in IndexedDB, under the documents' name `pk`. */
import type { PrivateKeys } from '@earth/crypto';
import { del, get, set } from 'idb-keyval';

const NAME = 'pk';

/** Takes the keys that came with the sign-in in, and forgets their text. */
export async function saveKeys(privateKey: string): Promise<void> {
  const { importPrivateKeys } = await import('@earth/crypto');
  await set(NAME, await importPrivateKeys(privateKey));
}

export const readKeys = async (): Promise<PrivateKeys | null> => (await get<PrivateKeys>(NAME)) ?? null;

export const deleteKeys = (): Promise<void> => del(NAME);

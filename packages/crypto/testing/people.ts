import { importPrivateKeys } from '../src/index';
import { createKeyBundle } from '../src/key-bundle';
import type { Reader, Recipient } from '../src/people';

interface Person {
  readonly recipient: Recipient;
  readonly reader: Reader;
}

/** A person with new keys. */
export async function createPerson(uniqueId: string): Promise<Person> {
  const { publicKey, privateKey } = await createKeyBundle();
  return { recipient: { uniqueId, publicKey }, reader: { uniqueId, keys: await importPrivateKeys(privateKey) } };
}

/** Creating a contact. */
import { createKeyBundle } from '@earth/crypto/keys';
import type { Context } from '../../../context';
import { privateKeyContext } from '../sessions';
import type { Newcomer, NewContact } from './store';

/** A new contact with its own keys, the private ones encrypted; not stored yet. */
export async function newContact({ random, secrets }: Context, person: Newcomer): Promise<NewContact> {
  const id = random.id();
  const { publicKey, privateKey } = await createKeyBundle();
  return {
    ...person,
    id,
    publicKey,
    privateKey: await secrets.masterSeal.seal(privateKey, privateKeyContext(id)),
  };
}

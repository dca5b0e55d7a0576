/** Creating a contact. */
import type { Context } from '../../../context';
import { newKeys } from '../sessions';
import type { Newcomer, NewContact } from './store';

/** A new contact with its own keys, the private ones encrypted; not stored yet. */
export async function newContact(context: Context, person: Newcomer): Promise<NewContact> {
  const id = context.random.id();
  return { ...person, id, ...(await newKeys(context, id)) };
}

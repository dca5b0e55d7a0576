import { type Contact, findContact } from '@earth/contracts';
import type { SignedInClient } from './client';
import { type PersonKey, people } from './people';

/** A demo person as the server names them to a colleague. */
export async function contactOf(asker: SignedInClient, person: PersonKey): Promise<Contact> {
  const { email } = people[person];
  const contact = await asker.call(findContact, { email });
  if (!contact) throw new Error(`${email} is not there`);
  return contact;
}

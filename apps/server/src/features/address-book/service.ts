import type { AddressBookEntry } from '@earth/contracts';
import type { Context } from '../../context';
import { contactViews } from '../contacts';
import { listEntries } from './store';

/** The people in a contact's address book, by name. */
export async function addressBookOf(context: Context, contactId: string): Promise<AddressBookEntry[]> {
  const entries = await listEntries(context.db, contactId);
  const idOf = new Map(entries.map((entry) => [entry.contactId, entry.id]));
  const people = await contactViews(context, [...idOf.keys()]);
  return [...people.values()].flatMap((contact) => {
    const uniqueId = idOf.get(contact.uniqueId);
    return uniqueId ? [{ uniqueId, contact }] : [];
  });
}

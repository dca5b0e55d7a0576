import type { AddressBookEntry } from '@earth/contracts';
import type { Context } from '../../context';
import type { Queries } from '../../db/database';
import { contactViews } from '../contacts';
import { insertEntries, listEntries } from './store';

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

/** Puts two people into each other's address books. Once that is stored, `announceAcquaintance` tells them. */
export async function acquaint({ random }: Context, db: Queries, one: string, other: string): Promise<void> {
  await insertEntries(db, [
    { id: random.id(), ownerId: one, contactId: other },
    { id: random.id(), ownerId: other, contactId: one },
  ]);
}

export function announceAcquaintance({ push }: Context, one: string, other: string): void {
  for (const contactId of [one, other])
    push.toContact(contactId, { messageType: 'AddressBookChanged', messageContent: {} });
}

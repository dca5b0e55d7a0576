import type { AddressBookEntry } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { contactViews, isColleague } from '../contacts';
import { deleteEntry, insertEntries, listEntries } from './store';

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

/**
 * Adds a colleague to the user's address book.
 * @throws ApiError `notFound`, `conflict` if they are in it already, `invalidInput` for the user themselves
 */
export async function addEntry(context: Context, principal: Principal, contactId: string): Promise<AddressBookEntry> {
  if (contactId === principal.contactId) throw new ApiError('invalidInput', 'contactUniqueId');
  const contact = (await contactViews(context, [contactId])).get(contactId);
  if (!isColleague(contact, principal)) throw new ApiError('notFound');
  const uniqueId = context.random.id();
  const entry = { id: uniqueId, ownerId: principal.contactId, contactId };
  if ((await insertEntries(context.db, [entry])) === 0) throw new ApiError('conflict');
  announceChange(context, [principal.contactId]);
  return { uniqueId, contact };
}

/** @throws ApiError `notFound`, also for an entry of another user */
export async function removeEntry(context: Context, principal: Principal, id: string): Promise<void> {
  if (!(await deleteEntry(context.db, { id, ownerId: principal.contactId }))) throw new ApiError('notFound');
  announceChange(context, [principal.contactId]);
}

/** Adds two people to each other's address books. Call `announceAcquaintance` after the commit. */
export async function acquaint({ random }: Context, db: Queries, one: string, other: string): Promise<void> {
  await insertEntries(db, [
    { id: random.id(), ownerId: one, contactId: other },
    { id: random.id(), ownerId: other, contactId: one },
  ]);
}

export function announceAcquaintance(context: Context, one: string, other: string): void {
  announceChange(context, [one, other]);
}

/** Notifies all devices of the owners, which fetch the address book again. */
function announceChange({ push }: Context, ownerIds: readonly string[]): void {
  push.toContacts(ownerIds, { messageType: 'AddressBookChanged', messageContent: {} });
}

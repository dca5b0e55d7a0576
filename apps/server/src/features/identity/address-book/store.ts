import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { addressBook } from '../../../db/schema';

/** The entries of a contact's address book. */
export async function listEntries(db: Queries, ownerId: string): Promise<{ id: string; contactId: string }[]> {
  const { id, contactId } = addressBook;
  return await db.select({ id, contactId }).from(addressBook).where(eq(addressBook.ownerId, ownerId));
}

interface Entry {
  readonly id: string;
  readonly ownerId: string;
  readonly contactId: string;
}

/**
 * Inserts entries; existing ones stay as they are.
 * @returns how many are new
 */
export async function insertEntries(db: Queries, entries: readonly Entry[]): Promise<number> {
  const made = await db
    .insert(addressBook)
    .values([...entries])
    .onConflictDoNothing()
    .returning({ id: addressBook.id });
  return made.length;
}

/** @returns whether the owner had it */
export async function deleteEntry(db: Queries, { id, ownerId }: Omit<Entry, 'contactId'>): Promise<boolean> {
  const deleted = await db
    .delete(addressBook)
    .where(and(eq(addressBook.id, id), eq(addressBook.ownerId, ownerId)))
    .returning({ id: addressBook.id });
  return deleted.length > 0;
}

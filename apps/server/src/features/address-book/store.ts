import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { addressBook } from '../../db/schema';

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

/** Entries that are there already stay as they are. */
export async function insertEntries(db: Queries, entries: readonly Entry[]): Promise<void> {
  await db
    .insert(addressBook)
    .values([...entries])
    .onConflictDoNothing();
}

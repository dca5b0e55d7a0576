import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { addressBook } from '../../db/schema';

/** The entries of a contact's address book. */
export async function listEntries(db: Queries, ownerId: string): Promise<{ id: string; contactId: string }[]> {
  const { id, contactId } = addressBook;
  return await db.select({ id, contactId }).from(addressBook).where(eq(addressBook.ownerId, ownerId));
}

/** All SQL of private notes about contacts. */
import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { addressBook, contactNotes, contacts } from '../../../db/schema';

/** Whose note it is, and about whom. */
interface Pair {
  readonly ownerId: string;
  readonly contactId: string;
}

export type NoteRow = typeof contactNotes.$inferSelect;

const isPair = ({ ownerId, contactId }: Pair) =>
  and(eq(contactNotes.ownerId, ownerId), eq(contactNotes.contactId, contactId));

/** Whether the owner sees this contact: a colleague, or somebody in the owner's address book. */
export async function isSeen(
  db: Queries,
  { contactId: ownerId, companyId }: { readonly contactId: string; readonly companyId: string },
  id: string,
): Promise<boolean> {
  const isInBook = sql`exists (select from ${addressBook} where owner_id = ${ownerId} and contact_id = ${id})`;
  const isPerson = and(eq(contacts.id, id), ne(contacts.id, ownerId), not(contacts.guest), not(contacts.former));
  return (await db.$count(contacts, and(isPerson, or(eq(contacts.companyId, companyId), isInBook)))) > 0;
}

/**
 * Keeps the data of both from being deleted until the transaction ends.
 * @returns false if that has happened already
 */
export async function holdBoth(db: Queries, { ownerId, contactId }: Pair): Promise<boolean> {
  const held = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(inArray(contacts.id, [ownerId, contactId]), not(contacts.former)))
    .orderBy(contacts.id)
    .for('share');
  return held.length === 2;
}

export async function findNote(db: Queries, pair: Pair): Promise<NoteRow | undefined> {
  const [found] = await db.select().from(contactNotes).where(isPair(pair));
  return found;
}

/**
 * Optimistic locking: replaces the note written at `over`, or inserts the first one if `over` is null.
 * @returns false, with nothing changed, if another note is stored
 */
export async function saveNote(db: Queries, row: NoteRow, over: Date | null): Promise<boolean> {
  const { note, writtenAt } = row;
  const saved =
    over === null
      ? await db.insert(contactNotes).values(row).onConflictDoNothing().returning({ id: contactNotes.contactId })
      : await db
          .update(contactNotes)
          .set({ note, writtenAt })
          .where(and(isPair(row), eq(contactNotes.writtenAt, over)))
          .returning({ id: contactNotes.contactId });
  return saved.length > 0;
}

/** Deletes the note written at `over`. */
export async function deleteNote(db: Queries, pair: Pair, over: Date): Promise<void> {
  await db.delete(contactNotes).where(and(isPair(pair), eq(contactNotes.writtenAt, over)));
}

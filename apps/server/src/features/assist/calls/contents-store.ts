/** All SQL of the snapshots and notes of calls, and of what is sealed in them. */
import type { SealedKind } from '@earth/contracts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callDeletedPics, callMessages, callNotes, callPics, contacts } from '../../../db/schema';
import { findSealedDrawings } from './drawings-store';

export type PicRow = typeof callPics.$inferSelect;
export type NewPic = typeof callPics.$inferInsert;
type NotesRow = typeof callNotes.$inferSelect;

/** Idempotency key: the id that a sender chose for what they sent. */
interface Sent {
  readonly callId: string;
  readonly clientId: string;
}

/** Returns the snapshots, oldest first. */
export const findPics = (db: Queries, callId: string): Promise<PicRow[]> =>
  db.select().from(callPics).where(eq(callPics.callId, callId)).orderBy(callPics.id);

/** Finds a snapshot by its client id, for any sender. */
export async function findPicSent(db: Queries, sent: Sent): Promise<PicRow | null> {
  const [found] = await db
    .select()
    .from(callPics)
    .where(and(eq(callPics.callId, sent.callId), eq(callPics.clientId, sent.clientId)));
  return found ?? null;
}

/** @returns whether the snapshot is new; the same `clientId` again inserts nothing */
export async function insertPic(db: Queries, pic: NewPic): Promise<boolean> {
  const inserted = await db.insert(callPics).values(pic).onConflictDoNothing().returning({ id: callPics.id });
  return inserted.length > 0;
}

export async function findPic(db: Queries, callId: string, picId: string): Promise<PicRow | null> {
  const [found] = await db
    .select()
    .from(callPics)
    .where(and(eq(callPics.callId, callId), eq(callPics.id, picId)));
  return found ?? null;
}

/**
 * Deletes a snapshot and records its client id, so that a late retry does not store it again.
 * @returns whether it was there
 */
export async function deletePic(db: Queries, { id, callId, clientId }: PicRow): Promise<boolean> {
  const deleted = await db.delete(callPics).where(eq(callPics.id, id)).returning({ id: callPics.id });
  if (deleted.length > 0 && clientId !== null) await db.insert(callDeletedPics).values({ callId, clientId });
  return deleted.length > 0;
}

export async function isPicDeleted(db: Queries, { callId, clientId }: Sent): Promise<boolean> {
  const isThis = and(eq(callDeletedPics.callId, callId), eq(callDeletedPics.clientId, clientId));
  return (await db.$count(callDeletedPics, isThis)) > 0;
}

/** Returns those ids that belong to sealed messages, snapshots, drawings or notes of the call, by kind. */
export async function findSealed(
  db: Queries,
  callId: string,
  ids: readonly string[],
): Promise<Record<SealedKind, ReadonlySet<string>>> {
  const areSealed = (table: typeof callPics | typeof callNotes) =>
    and(eq(table.callId, callId), inArray(table.id, [...ids]), ne(table.cryptoSchema, 0));
  const { id, fileKey, previewKey, placeId, cryptoSchema } = callMessages;
  const messages = await db
    .select({ id, fileKey, previewKey })
    .from(callMessages)
    .where(and(eq(placeId, callId), inArray(id, [...ids]), ne(cryptoSchema, 0)));
  const pics = await db.select({ id: callPics.id }).from(callPics).where(areSealed(callPics));
  const notes = await db.select({ id: callNotes.id }).from(callNotes).where(areSealed(callNotes));
  const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
  return {
    message: idsOf(messages),
    file: idsOf(messages.filter((row) => row.fileKey !== null)),
    preview: idsOf(messages.filter((row) => row.previewKey !== null)),
    pic: idsOf(pics),
    drawing: await findSealedDrawings(db, callId, ids),
    notes: idsOf(notes),
  };
}

/** Finds a snapshot by the name of its blob. */
export async function findPicFile(db: Queries, callId: string, fileName: string): Promise<PicRow | null> {
  const [found] = await db
    .select()
    .from(callPics)
    .where(and(eq(callPics.callId, callId), eq(callPics.fileName, fileName)));
  return found ?? null;
}

/** The notes on a call with the name of their author. */
export interface SignedNotes extends NotesRow {
  readonly authorName: string;
}

export async function findNotes(db: Queries, callId: string): Promise<SignedNotes | null> {
  const [found] = await db
    .select({ notes: callNotes, authorName: contacts.name })
    .from(callNotes)
    .innerJoin(contacts, eq(contacts.id, callNotes.authorId))
    .where(eq(callNotes.callId, callId));
  return found ? { ...found.notes, authorName: found.authorName } : null;
}

/**
 * Optimistic locking: replaces the notes written at `over`, or inserts the first ones if `over` is null.
 * @returns false, with nothing changed, if other notes are stored
 */
export async function saveNotes(db: Queries, notes: NotesRow, over: Date | null): Promise<boolean> {
  const { callId, ...written } = notes;
  const itsCall = { callId: callNotes.callId };
  const saved =
    over === null
      ? await db.insert(callNotes).values(notes).onConflictDoNothing().returning(itsCall)
      : await db
          .update(callNotes)
          .set(written)
          .where(and(eq(callNotes.callId, callId), eq(callNotes.writtenAt, over)))
          .returning(itsCall);
  return saved.length > 0;
}

/** All SQL of the messages, snapshots, files and notes of calls. */
import type { Scheme, SealedKind } from '@earth/contracts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callDeletedPics, callMessages, callNotes, callPics, contacts } from '../../../db/schema';
import { findSealedDrawings } from './drawings-store';

export type MessageRow = typeof callMessages.$inferSelect;
export type NewMessage = typeof callMessages.$inferInsert;
export type PicRow = typeof callPics.$inferSelect;
export type NewPic = typeof callPics.$inferInsert;
type NotesRow = typeof callNotes.$inferSelect;

/** A message with the name of its author. */
export interface SignedMessage extends MessageRow {
  readonly senderName: string;
  readonly senderIsGuest: boolean;
}

const signed = (db: Queries) =>
  db
    .select({ message: callMessages, senderName: contacts.name, senderIsGuest: contacts.guest })
    .from(callMessages)
    .innerJoin(contacts, eq(contacts.id, callMessages.senderId));

const flat = (row: {
  readonly message: MessageRow;
  readonly senderName: string;
  readonly senderIsGuest: boolean;
}): SignedMessage => ({
  ...row.message,
  senderName: row.senderName,
  senderIsGuest: row.senderIsGuest,
});

/** Returns the messages, oldest first. */
export async function findMessages(db: Queries, callId: string): Promise<SignedMessage[]> {
  const found = await signed(db).where(eq(callMessages.callId, callId)).orderBy(callMessages.id);
  return found.map(flat);
}

export async function findMessage(db: Queries, callId: string, id: string): Promise<SignedMessage | null> {
  const [found] = await signed(db).where(and(eq(callMessages.callId, callId), eq(callMessages.id, id)));
  return found ? flat(found) : null;
}

/** Idempotency key: the id that a sender chose for what they sent. */
interface Sent {
  readonly callId: string;
  readonly senderId: string;
  readonly clientId: string;
}

export async function findMessageSent(db: Queries, sent: Sent): Promise<SignedMessage | null> {
  const [found] = await signed(db).where(
    and(
      eq(callMessages.callId, sent.callId),
      eq(callMessages.senderId, sent.senderId),
      eq(callMessages.clientId, sent.clientId),
    ),
  );
  return found ? flat(found) : null;
}

/** @returns whether the message is new; the same `clientId` again inserts nothing */
export async function insertMessage(db: Queries, message: NewMessage): Promise<boolean> {
  const inserted = await db
    .insert(callMessages)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: callMessages.id });
  return inserted.length > 0;
}

/** Returns the snapshots, oldest first. */
export const findPics = (db: Queries, callId: string): Promise<PicRow[]> =>
  db.select().from(callPics).where(eq(callPics.callId, callId)).orderBy(callPics.id);

/** Finds a snapshot by its client id, for any sender. */
export async function findPicSent(db: Queries, sent: Omit<Sent, 'senderId'>): Promise<PicRow | null> {
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

export async function isPicDeleted(db: Queries, { callId, clientId }: Omit<Sent, 'senderId'>): Promise<boolean> {
  const isThis = and(eq(callDeletedPics.callId, callId), eq(callDeletedPics.clientId, clientId));
  return (await db.$count(callDeletedPics, isThis)) > 0;
}

/** Returns those ids that belong to sealed messages, snapshots, drawings or notes of the call, by kind. */
export async function findSealed(
  db: Queries,
  callId: string,
  ids: readonly string[],
): Promise<Record<SealedKind, ReadonlySet<string>>> {
  const areSealed = (table: typeof callMessages | typeof callPics | typeof callNotes) =>
    and(eq(table.callId, callId), inArray(table.id, [...ids]), ne(table.cryptoSchema, 0));
  const messages = await db
    .select({ id: callMessages.id, fileKey: callMessages.fileKey })
    .from(callMessages)
    .where(areSealed(callMessages));
  const pics = await db.select({ id: callPics.id }).from(callPics).where(areSealed(callPics));
  const notes = await db.select({ id: callNotes.id }).from(callNotes).where(areSealed(callNotes));
  const files = messages.filter(({ fileKey }) => fileKey !== null);
  const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
  return {
    message: idsOf(messages),
    file: idsOf(files),
    pic: idsOf(pics),
    drawing: await findSealedDrawings(db, callId, ids),
    notes: idsOf(notes),
  };
}

/** A stored file of a call. */
interface FoundFile {
  readonly kind: 'pic' | 'file';
  /** The id of the snapshot, or of the message with the file. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  readonly cryptoSchema: Scheme;
}

/** @returns null if the call has no such file */
export async function findFile(db: Queries, callId: string, storedName: string): Promise<FoundFile | null> {
  const [pic] = await db
    .select({ id: callPics.id, name: callPics.fileName, cryptoSchema: callPics.cryptoSchema })
    .from(callPics)
    .where(and(eq(callPics.callId, callId), eq(callPics.fileName, storedName)));
  if (pic) return { kind: 'pic', ...pic };
  const [message] = await db
    .select({ id: callMessages.id, name: callMessages.fileName, cryptoSchema: callMessages.cryptoSchema })
    .from(callMessages)
    .where(and(eq(callMessages.callId, callId), eq(callMessages.fileKey, storedName)));
  return message ? { kind: 'file', ...message, name: message.name ?? storedName } : null;
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

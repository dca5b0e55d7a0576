/** All SQL of what has changed in rooms: who came, who left, who gave another subject. */
import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../db/database';
import { contacts, roomChanges } from '../../../db/schema';

export type NewChange = typeof roomChanges.$inferInsert;

const actors = alias(contacts, 'actors');

/** So many of a room are kept: whoever renames it again and again fills no disk. */
export const CHANGES_MAX = 500;

/** Adds changes of one room; the oldest go. */
export async function insertChanges(db: Queries, changes: readonly NewChange[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  await db.insert(roomChanges).values([...changes]);
  const old = db
    .select({ id: roomChanges.id })
    .from(roomChanges)
    .where(eq(roomChanges.roomId, first.roomId))
    .orderBy(desc(roomChanges.createdAt), desc(roomChanges.id))
    .offset(CHANGES_MAX);
  await db.delete(roomChanges).where(inArray(roomChanges.id, old));
}

/** Oldest first. @param since a moment from which on they are read */
export async function findChanges(db: Queries, roomId: string, since: Date) {
  const newest = await db
    .select({ change: roomChanges, name: contacts.name, byName: actors.name })
    .from(roomChanges)
    .innerJoin(contacts, eq(contacts.id, roomChanges.contactId))
    .leftJoin(actors, eq(actors.id, roomChanges.byId))
    .where(and(eq(roomChanges.roomId, roomId), gte(roomChanges.createdAt, since)))
    .orderBy(desc(roomChanges.createdAt), desc(roomChanges.id));
  return newest.toReversed();
}

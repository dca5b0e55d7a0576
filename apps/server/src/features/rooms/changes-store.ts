/** All SQL of what has changed in rooms: who came, who left, who gave another subject. */
import { and, asc, eq, gte } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../db/database';
import { contacts, roomChanges } from '../../db/schema';

export type NewChange = typeof roomChanges.$inferInsert;

const actors = alias(contacts, 'actors');

export async function insertChanges(db: Queries, changes: readonly NewChange[]): Promise<void> {
  if (changes.length > 0) await db.insert(roomChanges).values([...changes]);
}

/** Oldest first. @param since a moment from which on they are read */
export async function findChanges(db: Queries, roomId: string, since: Date) {
  return await db
    .select({ change: roomChanges, name: contacts.name, byName: actors.name })
    .from(roomChanges)
    .innerJoin(contacts, eq(contacts.id, roomChanges.contactId))
    .leftJoin(actors, eq(actors.id, roomChanges.byId))
    .where(and(eq(roomChanges.roomId, roomId), gte(roomChanges.createdAt, since)))
    .orderBy(asc(roomChanges.createdAt), asc(roomChanges.id));
}

/** All SQL of room changes: people who joined or left, and new subjects. */
import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../db/database';
import { contacts, roomChanges } from '../../../db/schema';

export type NewChange = typeof roomChanges.$inferInsert;

const actors = alias(contacts, 'actors');

/** Changes stored per room: renaming a room again and again does not fill the disk. */
export const CHANGES_MAX = 500;

/** Inserts changes of one room; the oldest are deleted. */
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

/** Returns the changes, oldest first. @param since the time of the first one */
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

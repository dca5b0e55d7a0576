/** All SQL of crash logs. */
import { asc, desc, inArray, lt, or } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { crashLogs } from '../../../db/schema';

export async function add(db: Queries, row: typeof crashLogs.$inferInsert): Promise<void> {
  await db.insert(crashLogs).values(row);
}

/** @param count this many of the newest stay */
export async function deleteOld(db: Queries, before: Date, count: number): Promise<void> {
  const beyond = db
    .select({ id: crashLogs.id })
    .from(crashLogs)
    .orderBy(desc(crashLogs.createdAt), desc(crashLogs.id))
    .offset(count);
  await db.delete(crashLogs).where(or(lt(crashLogs.createdAt, before), inArray(crashLogs.id, beyond)));
}

export async function findAll(db: Queries) {
  return await db.select().from(crashLogs).orderBy(asc(crashLogs.createdAt), asc(crashLogs.id));
}

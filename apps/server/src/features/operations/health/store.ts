import { sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';

/** Rejects if the database does not answer. */
export async function pingDatabase(db: Queries): Promise<void> {
  await db.execute(sql`select 1`);
}

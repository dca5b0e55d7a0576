import { sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';

/** Rejects where the database does not answer. */
export async function askDatabase(db: Queries): Promise<void> {
  await db.execute(sql`select 1`);
}

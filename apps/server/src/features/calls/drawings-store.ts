/** All SQL of what people draw on the snapshots of a call. */
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { callDrawings } from '../../db/schema';

export type DrawingRow = typeof callDrawings.$inferSelect;

/** In the order of their authors. */
export const findDrawings = (db: Queries, picId: string): Promise<DrawingRow[]> =>
  db.select().from(callDrawings).where(eq(callDrawings.picId, picId)).orderBy(callDrawings.authorId);

/** In place of the author's older log; a newer one stays. */
export async function saveDrawing(db: Queries, drawing: DrawingRow): Promise<void> {
  const { picId: _, authorId: __, ...written } = drawing;
  await db
    .insert(callDrawings)
    .values(drawing)
    .onConflictDoUpdate({
      target: [callDrawings.picId, callDrawings.authorId],
      set: written,
      setWhere: sql`(${callDrawings.edition}, ${callDrawings.entries}) <= (excluded.edition, excluded.entries)`,
    });
}

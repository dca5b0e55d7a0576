/** All SQL of the drawings on the snapshots of a call. */
import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callDrawings, callKeys, callPics } from '../../../db/schema';

export type DrawingRow = typeof callDrawings.$inferSelect;

/** Returns the drawings, ordered by author. */
export const findDrawings = (db: Queries, picId: string): Promise<DrawingRow[]> =>
  db.select().from(callDrawings).where(eq(callDrawings.picId, picId)).orderBy(callDrawings.authorId);

/** Returns the ids of the sealed drawings. */
export async function findSealedDrawings(
  db: Queries,
  callId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await drawingsOf(db).where(
    and(eq(callPics.callId, callId), inArray(callDrawings.id, [...ids]), ne(callDrawings.cryptoSchema, 0)),
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * Replaces the author's older log; a newer one stays.
 * @returns whether the log is stored
 */
export async function saveDrawing(db: Queries, drawing: DrawingRow): Promise<boolean> {
  const { picId: _, authorId: __, ...written } = drawing;
  const saved = await db
    .insert(callDrawings)
    .values(drawing)
    .onConflictDoUpdate({
      target: [callDrawings.picId, callDrawings.authorId],
      set: written,
      setWhere: sql`(${callDrawings.edition}, ${callDrawings.entries}) <= (excluded.edition, excluded.entries)`,
    })
    .returning({ id: callDrawings.id });
  return saved.length > 0;
}

/** Deletes the keys of drawings that were replaced or were deleted with their snapshot. */
export async function deleteOldDrawingKeys(db: Queries, callId: string): Promise<void> {
  const current = drawingsOf(db).where(eq(callPics.callId, callId));
  await db
    .delete(callKeys)
    .where(and(eq(callKeys.callId, callId), eq(callKeys.kind, 'drawing'), notInArray(callKeys.itemId, current)));
}

const drawingsOf = (db: Queries) =>
  db.select({ id: callDrawings.id }).from(callDrawings).innerJoin(callPics, eq(callPics.id, callDrawings.picId));

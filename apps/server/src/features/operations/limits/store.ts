/** All SQL of the daily quotas, and of whether a guest was answered. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { bytesTaken, calls } from '../../../db/schema';

interface Taken {
  readonly subject: string;
  readonly day: string;
  readonly bytes: number;
}

export async function readBytes(db: Queries, subject: string, day: string): Promise<number> {
  const [found] = await db
    .select({ bytes: bytesTaken.bytes })
    .from(bytesTaken)
    .where(and(eq(bytesTaken.subject, subject), eq(bytesTaken.day, day)));
  return found?.bytes ?? 0;
}

/** @param taken each subject and day once @returns the sums, by subject and day with a space between */
export async function addBytes(db: Queries, taken: readonly Taken[]): Promise<ReadonlyMap<string, number>> {
  if (taken.length === 0) return new Map();
  // Always in the same order, which rules out deadlocks between two servers.
  const rows = taken.toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
  const sums = await db
    .insert(bytesTaken)
    .values(rows)
    .onConflictDoUpdate({
      target: [bytesTaken.subject, bytesTaken.day],
      set: { bytes: sql`${bytesTaken.bytes} + excluded.bytes` },
    })
    .returning();
  return new Map(sums.map(({ subject, day, bytes }) => [`${subject} ${day}`, bytes]));
}

/** Deletes the counts of earlier days. */
export async function deleteBefore(db: Queries, day: string): Promise<void> {
  await db.delete(bytesTaken).where(lt(bytesTaken.day, day));
}

/** Whether a second person joined the call. */
export async function isAnswered(db: Queries, callId: string): Promise<boolean> {
  const found = await db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.id, callId), isNotNull(calls.answeredAt)));
  return found.length > 0;
}

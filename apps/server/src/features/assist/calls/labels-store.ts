/** All SQL of the labels of calls. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callLabels, contacts } from '../../../db/schema';

type LabelsRow = typeof callLabels.$inferSelect;

/** The labels of a call with the name of their author. */
export interface SignedLabels extends LabelsRow {
  readonly authorName: string;
}

/** The labels of those of these calls that have some, by call id. */
export async function findLabels(db: Queries, callIds: readonly string[]): Promise<Map<string, SignedLabels>> {
  if (callIds.length === 0) return new Map();
  const found = await db
    .select({ labels: callLabels, authorName: contacts.name })
    .from(callLabels)
    .innerJoin(contacts, eq(contacts.id, callLabels.authorId))
    .where(inArray(callLabels.callId, [...callIds]));
  return new Map(found.map(({ labels, authorName }) => [labels.callId, { ...labels, authorName }]));
}

/**
 * Optimistic locking: replaces the labels written at `over`, or inserts the first ones if `over` is null.
 * @returns false, with nothing changed, if other labels are stored
 */
export async function saveLabels(db: Queries, labels: LabelsRow, over: Date | null): Promise<boolean> {
  const { callId, ...written } = labels;
  const itsCall = { callId: callLabels.callId };
  const saved =
    over === null
      ? await db.insert(callLabels).values(labels).onConflictDoNothing().returning(itsCall)
      : await db
          .update(callLabels)
          .set(written)
          .where(and(eq(callLabels.callId, callId), eq(callLabels.writtenAt, over)))
          .returning(itsCall);
  return saved.length > 0;
}

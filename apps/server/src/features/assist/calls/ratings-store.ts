/** All SQL of the ratings of calls. */
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callRatings, contacts } from '../../../db/schema';

export type RatingRow = typeof callRatings.$inferSelect;

/** A rating with the name of its author. */
export interface SignedRating extends RatingRow {
  readonly authorName: string;
}

/** @returns false, with nothing changed, if this person has rated the call before */
export async function insertRating(db: Queries, rating: RatingRow): Promise<boolean> {
  const inserted = await db
    .insert(callRatings)
    .values(rating)
    .onConflictDoNothing()
    .returning({ callId: callRatings.callId });
  return inserted.length > 0;
}

/** The ratings of a call, oldest first; with a contact, theirs alone. */
export async function findRatings(db: Queries, callId: string, contactId?: string): Promise<SignedRating[]> {
  const found = await db
    .select({ rating: callRatings, authorName: contacts.name })
    .from(callRatings)
    .innerJoin(contacts, eq(contacts.id, callRatings.contactId))
    .where(
      and(eq(callRatings.callId, callId), contactId === undefined ? undefined : eq(callRatings.contactId, contactId)),
    )
    .orderBy(callRatings.ratedAt, callRatings.contactId);
  return found.map(({ rating, authorName }) => ({ ...rating, authorName }));
}

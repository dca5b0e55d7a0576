/** All SQL of the ratings of calls. */
import { and, eq } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { callRatings, contacts } from '../../../db/schema';

type RatingRow = typeof callRatings.$inferSelect;

/** A rating with the name of its author. */
export interface SignedRating extends RatingRow {
  readonly authorName: string;
  readonly authorIsGuest: boolean;
}

/** The last rating of a person replaces what they gave the call before. */
export async function saveRating(db: Queries, { callId, contactId, ...rating }: RatingRow): Promise<void> {
  await db
    .insert(callRatings)
    .values({ callId, contactId, ...rating })
    .onConflictDoUpdate({ target: [callRatings.callId, callRatings.contactId], set: rating });
}

/** The ratings of a call, oldest first; with a contact, theirs alone. */
export async function findRatings(db: Queries, callId: string, contactId?: string): Promise<SignedRating[]> {
  const found = await db
    .select({ rating: callRatings, authorName: contacts.name, authorIsGuest: contacts.guest })
    .from(callRatings)
    .innerJoin(contacts, eq(contacts.id, callRatings.contactId))
    .where(
      and(eq(callRatings.callId, callId), contactId === undefined ? undefined : eq(callRatings.contactId, contactId)),
    )
    .orderBy(callRatings.ratedAt, callRatings.contactId);
  return found.map(({ rating, ...author }) => ({ ...rating, ...author }));
}

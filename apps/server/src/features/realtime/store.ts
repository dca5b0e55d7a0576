/** The SQL of presence. */
import { and, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { contacts, sessions } from '../../db/schema';

/** Notes a sign of life of some contacts. Two notes may overtake each other: the later moment stays. */
export async function markSeen(db: Queries, contactIds: readonly string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  await db
    .update(contacts)
    .set({ lastSeenAt: now })
    .where(and(inArray(contacts.id, [...contactIds]), or(isNull(contacts.lastSeenAt), lt(contacts.lastSeenAt, now))));
}

/** Who gave a sign of life after `since`, and when. */
export async function findSeen(db: Queries, since: Date): Promise<{ id: string; seenAt: Date }[]> {
  const found = await db
    .select({ id: contacts.id, seenAt: contacts.lastSeenAt })
    .from(contacts)
    .where(gt(contacts.lastSeenAt, since));
  return found.flatMap(({ id, seenAt }) => (seenAt ? [{ id, seenAt }] : []));
}

/** Which of some sessions go on. */
export async function findLiving(db: Queries, sessionIds: readonly string[], now: Date): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...sessionIds]), gt(sessions.expiresAt, now)));
  return new Set(found.map((session) => session.id));
}

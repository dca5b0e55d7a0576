/** The SQL of presence: who was seen when, which servers live, and on which of them devices have their sockets. */
import { and, eq, gt, gte, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { contacts, nodes, sessions } from '../../../db/schema';

/** Who gave a sign of life after `since`, and when; not those who have a socket. */
export async function findSeen(db: Queries, since: Date): Promise<{ id: string; seenAt: Date }[]> {
  const isConnected = db
    .select({ id: sessions.contactId })
    .from(sessions)
    .innerJoin(nodes, eq(nodes.id, sessions.nodeId));
  const found = await db
    .select({ id: contacts.id, seenAt: contacts.lastSeenAt })
    .from(contacts)
    .where(and(gt(contacts.lastSeenAt, since), notInArray(contacts.id, isConnected)));
  return found.flatMap(({ id, seenAt }) => (seenAt ? [{ id, seenAt }] : []));
}

/** The socket of a device opened here. */
export async function markOpened(db: Queries, sessionId: string, nodeId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ seenAt: now, nodeId }).where(eq(sessions.id, sessionId));
}

/** The last socket of a device here closed. */
export async function markClosed(db: Queries, sessionId: string, nodeId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: now, nodeId: null })
    .where(and(eq(sessions.id, sessionId), eq(sessions.nodeId, nodeId)));
}

/**
 * Notes the sign of life of all devices that had a socket here at `now`, and that no others had. What was noted since of a
 * socket that opened or closed stays, and so does the other server that a device has come to while its old socket dies here.
 * @returns which of their sessions go on
 */
export async function markConnected(
  db: Queries,
  sessionIds: readonly string[],
  nodeId: string,
  now: Date,
): Promise<Set<string>> {
  const ids = sql`${sql.param(sessionIds)}::uuid[]`;
  await db
    .update(sessions)
    .set({ nodeId: null })
    .where(and(eq(sessions.nodeId, nodeId), sql`${sessions.id} <> all(${ids})`, lt(sessions.seenAt, now)));
  const living = await db
    .update(sessions)
    .set({
      seenAt: sql`greatest(${sessions.seenAt}, ${now.toISOString()})`,
      nodeId: sql`case when ${gte(sessions.seenAt, now)} then ${sessions.nodeId}
        else coalesce(${sessions.nodeId}, ${nodeId}) end`,
    })
    .where(and(sql`${sessions.id} = any(${ids})`, gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id });
  return new Set(living.map((session) => session.id));
}

/** From now on this server counts as one. */
export async function addNode(db: Queries, id: string, seenAt: Date): Promise<void> {
  await db.insert(nodes).values({ id, seenAt }).onConflictDoNothing();
}

/** This server stops: the others bury it. */
export async function endNode(db: Queries, id: string): Promise<void> {
  await db
    .update(nodes)
    .set({ seenAt: new Date(0) })
    .where(eq(nodes.id, id));
}

/** @returns false where it was taken for dead meanwhile */
export async function keepNode(db: Queries, id: string, seenAt: Date): Promise<boolean> {
  const kept = await db.update(nodes).set({ seenAt }).where(eq(nodes.id, id)).returning({ id: nodes.id });
  return kept.length > 0;
}

/**
 * Buries the other servers that were not seen after `since`; what was on them is nowhere then.
 * @returns whether there were any, and nobody else did it
 */
export async function buryNodes(db: Queries, id: string, since: Date): Promise<boolean> {
  const buried = await db
    .delete(nodes)
    .where(and(ne(nodes.id, id), lt(nodes.seenAt, since)))
    .returning({ id: nodes.id });
  return buried.length > 0;
}

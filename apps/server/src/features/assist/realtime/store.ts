/** All SQL of presence: when contacts were seen, which servers live, and which of them hold the sockets of devices. */
import { and, eq, gt, gte, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { contacts, nodes, sessions } from '../../../db/schema';

/** Contacts with a sign of life after `since`, and its time; without those that have a socket. */
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

/** Records that the socket of a device opened here. */
export async function markOpened(db: Queries, sessionId: string, nodeId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ seenAt: now, nodeId }).where(eq(sessions.id, sessionId));
}

/** Records that the last socket of a device here closed. */
export async function markClosed(db: Queries, sessionId: string, nodeId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: now, nodeId: null })
    .where(and(eq(sessions.id, sessionId), eq(sessions.nodeId, nodeId)));
}

/**
 * Records a sign of life for all devices that had a socket here at `now`, and for no others. Records of sockets that opened or closed since
 * then stay, and so does the other server of a device that reconnected there while its old socket dies here.
 * @returns the sessions of them that go on
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

/** Registers this server. */
export async function addNode(db: Queries, id: string, seenAt: Date): Promise<void> {
  await db.insert(nodes).values({ id, seenAt }).onConflictDoNothing();
}

/** Ends this server's lease: the other servers remove it. */
export async function endNode(db: Queries, id: string): Promise<void> {
  await db
    .update(nodes)
    .set({ seenAt: new Date(0) })
    .where(eq(nodes.id, id));
}

/** Renews the lease. @returns false if it had expired and the server was removed */
export async function renewNode(db: Queries, id: string, seenAt: Date): Promise<boolean> {
  const renewed = await db.update(nodes).set({ seenAt }).where(eq(nodes.id, id)).returning({ id: nodes.id });
  return renewed.length > 0;
}

/**
 * Removes the other servers that were not seen after `since`; their sockets count as closed.
 * @returns whether this server removed any
 */
export async function removeDeadNodes(db: Queries, id: string, since: Date): Promise<boolean> {
  const removed = await db
    .delete(nodes)
    .where(and(ne(nodes.id, id), lt(nodes.seenAt, since)))
    .returning({ id: nodes.id });
  return removed.length > 0;
}

/** All SQL of the pages in calls: one shared list for all servers of the pages and of the servers that hold their sockets. */
import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../../db/database';
import { callPages, nodes } from '../../../db/schema';
import { NODE_LEASE_MS } from '../../../host/nodes';
import type { CallPage, CallPages } from '../../../adapters/video/call-pages';
import type { CallPass } from '../../../adapters/video/room-tokens';

interface Deps {
  readonly db: Database;
  readonly clock: { now(): Date };
  /** This server. */
  readonly nodeId: string;
}

export function createSharedPages({ db, clock, nodeId }: Deps): CallPages {
  /** Joins the server of a page, if that server is alive: this one is. */
  const itsNode = () =>
    and(
      eq(nodes.id, callPages.nodeId),
      or(eq(nodes.id, nodeId), gt(nodes.seenAt, new Date(clock.now().getTime() - NODE_LEASE_MS))),
    );
  const isPage = ({ callId, contactId }: Pick<CallPass, 'callId' | 'contactId'>) =>
    and(eq(callPages.callId, callId), eq(callPages.contactId, contactId));

  async function list(queries: Queries, callId: string): Promise<CallPage[]> {
    const found = await queries
      .select({
        contactId: callPages.contactId,
        session: callPages.session,
        entry: callPages.entry,
        livingNode: nodes.id,
      })
      .from(callPages)
      .leftJoin(nodes, itsNode())
      .where(eq(callPages.callId, callId))
      .orderBy(asc(callPages.entry));
    return found.map(({ livingNode, ...page }) => ({ ...page, isConnected: livingNode !== null }));
  }

  return {
    async enter({ callId, contactId, deviceId }, session) {
      return await db.transaction(async (transaction) => {
        // One after another: of two pages that join at the same moment, the second finds the first.
        await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`call room:${callId}`}, 0))`);
        const place = { deviceId, session, nodeId, entry: sql`nextval('call_page_entries')` };
        await transaction
          .insert(callPages)
          .values({ callId, contactId, deviceId, session, nodeId })
          .onConflictDoUpdate({ target: [callPages.callId, callPages.contactId], set: place });
        return await list(transaction, callId);
      });
    },
    list: (callId) => list(db, callId),
    async leave(place, session) {
      const isMeant = session === undefined ? undefined : eq(callPages.session, session);
      const { contactId, session: page, entry } = callPages;
      const left = await db
        .delete(callPages)
        .where(and(isPage(place), isMeant))
        .returning({ contactId, session: page, entry });
      return left[0] ?? null;
    },
    async away(place, entry) {
      await db
        .update(callPages)
        .set({ nodeId: null })
        .where(and(isPage(place), eq(callPages.entry, entry)));
    },
    async close(callId) {
      await db.delete(callPages).where(eq(callPages.callId, callId));
    },
    async isConnected(pass) {
      const found = await db
        .select({ nodeId: nodes.id })
        .from(callPages)
        .innerJoin(nodes, itsNode())
        .where(and(isPage(pass), eq(callPages.deviceId, pass.deviceId)));
      return found.length > 0;
    },
  };
}

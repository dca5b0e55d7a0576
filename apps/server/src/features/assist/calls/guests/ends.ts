/** How a guest's access ends: with the call, by revocation, by time. The session ends, and with it all access. */
import { GUEST_LINK_KEPT_DAYS } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { announceEnd, deleteSessionsOf, type Session } from '../../../identity/sessions';
import type { Step } from '../transitions';
import * as store from './store';

const DAY_MS = 24 * 3600_000;

type EndLinks = (db: Queries) => Promise<store.Ended[]>;

/** @returns the sessions that ended with the links */
async function endSessions(db: Queries, endLinks: EndLinks): Promise<{ isAny: boolean; sessions: Session[] }> {
  const ended = await endLinks(db);
  const guestIds = ended.flatMap(({ guestId }) => guestId ?? []);
  await store.forgetKeys(db, guestIds);
  return { isAny: ended.length > 0, sessions: await deleteSessionsOf(db, guestIds) };
}

/** Ends guests; their devices leave their calls. @returns whether there was such a link */
export async function endGuests(context: Context, endLinks: EndLinks): Promise<boolean> {
  const { isAny, sessions } = await context.db.transaction((transaction) => endSessions(transaction, endLinks));
  for (const session of sessions) announceEnd(context, session);
  return isAny;
}

/**
 * Ends guests in the transaction of a transition: when the call closes, all its links end; when a guest leaves, that guest's. A guest whose
 * ring nobody answered may ring again.
 * @returns the ended sessions, to be announced after the commit
 */
export async function endGuestsOf(db: Queries, { call, left }: Step, now: Date): Promise<Session[]> {
  if (!call.closedAt && left === undefined) return [];
  if (!call.answeredAt) await store.forgetCall(db, call.callerId, call.id);
  const filter = { callId: call.id, now, ...(!call.closedAt && left !== undefined && { guestId: left }) };
  return (await endSessions(db, (queries) => store.endOfCall(queries, filter))).sessions;
}

/** Ends the links that have expired, and deletes those that ended long ago. */
export async function sweepGuests(context: Context): Promise<void> {
  const now = context.clock.now();
  await endGuests(context, (db) => store.endExpired(db, now));
  await store.deleteOld(context.db, new Date(now.getTime() - GUEST_LINK_KEPT_DAYS * DAY_MS));
}

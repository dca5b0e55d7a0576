/** How a guest's access ends: with the call, by revocation, by time. The session ends, and with it all access. */
import { GUEST_LINK_KEPT_DAYS } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { announceEnd, deleteSessionsOf, type Session } from '../../../identity/sessions';
import type { Step } from '../transitions';
import * as store from './store';

const DAY_MS = 24 * 3600_000;

type EndLinks = (db: Queries) => Promise<store.Ended[]>;

/** @returns the links that ended, and the sessions that ended with them */
async function endSessions(db: Queries, endLinks: EndLinks): Promise<{ ended: store.Ended[]; sessions: Session[] }> {
  const ended = await endLinks(db);
  const guestIds = ended.flatMap(({ guestId }) => guestId ?? []);
  await store.forgetKeys(db, guestIds);
  return { ended, sessions: await deleteSessionsOf(db, guestIds) };
}

/** Ends guests; their devices leave their calls. @returns whether there was such a link */
export async function endGuests(context: Context, endLinks: EndLinks): Promise<boolean> {
  const { ended, sessions } = await context.db.transaction((transaction) => endSessions(transaction, endLinks));
  for (const session of sessions) announceEnd(context, session);
  return ended.length > 0;
}

/**
 * Ends guests in the transaction of transitions: when a call closes, all its links end; when a guest leaves, that guest's. A guest whose
 * ring nobody answered may ring again.
 * @returns the ended sessions of each call, to be announced after the commit
 */
export async function endGuestsOf(
  db: Queries,
  steps: readonly Step[],
  now: Date,
): Promise<ReadonlyMap<string, Session[]>> {
  const closed = steps.filter(({ call }) => call.closedAt);
  const left = steps.flatMap((step) =>
    step.call.closedAt || step.left === undefined ? [] : { callId: step.call.id, contactId: step.left },
  );
  if (closed.length + left.length === 0) return new Map();
  for (const { call } of closed) if (!call.answeredAt) await store.forgetCall(db, call.callerId, call.id);
  const closedIds = closed.map(({ call }) => call.id);
  const { ended, sessions } = await endSessions(db, (queries) => store.endOfCalls(queries, closedIds, left, now));
  return new Map(
    [...closedIds, ...left.map(({ callId }) => callId)].map((id) => {
      const guests = new Set(ended.flatMap(({ callId, guestId }) => (callId === id && guestId ? guestId : [])));
      return [id, sessions.filter(({ contactId }) => guests.has(contactId))];
    }),
  );
}

/** Ends the links that have expired, and deletes those that ended long ago. */
export async function sweepGuests(context: Context): Promise<void> {
  const now = context.clock.now();
  await endGuests(context, (db) => store.endExpired(db, now));
  await store.deleteOld(context.db, new Date(now.getTime() - GUEST_LINK_KEPT_DAYS * DAY_MS));
}

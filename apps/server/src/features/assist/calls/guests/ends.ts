/** How a guest's part ends: with the call, by being revoked, by time. The session goes, and with it all that it opened. */
import { GUEST_LINK_KEPT_DAYS } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { announceEnd, deleteSessionsOf, type Session } from '../../../identity/sessions';
import type { Step } from '../transitions';
import * as store from './store';

const DAY_MS = 24 * 3600_000;

type EndLinks = (db: Queries) => Promise<store.Ended[]>;

/** @returns the sessions that are over with the links */
async function endSessions(db: Queries, endLinks: EndLinks): Promise<{ isAny: boolean; sessions: Session[] }> {
  const ended = await endLinks(db);
  const guestIds = ended.flatMap(({ guestId }) => guestId ?? []);
  await store.forgetKeys(db, guestIds);
  return { isAny: ended.length > 0, sessions: await deleteSessionsOf(db, guestIds) };
}

/** Their devices leave whatever they are in. @returns whether there was such a link */
export async function endGuests(context: Context, endLinks: EndLinks): Promise<boolean> {
  const { isAny, sessions } = await context.db.transaction((transaction) => endSessions(transaction, endLinks));
  for (const session of sessions) announceEnd(context, session);
  return isAny;
}

/**
 * What a step of a call means for its guests, in the transaction of the step: with the call their links are over, and a
 * guest's own with their leaving. But a guest who rang, and whom nobody answered, may ring again.
 * @returns the sessions that ended, to be announced when the step is written down
 */
export async function endGuestsOf(db: Queries, { call, left }: Step, now: Date): Promise<Session[]> {
  if (!call.closedAt && left === undefined) return [];
  if (!call.answeredAt) await store.forgetCall(db, call.callerId, call.id);
  const whose = { callId: call.id, now, ...(!call.closedAt && left !== undefined && { guestId: left }) };
  return (await endSessions(db, (queries) => store.endOfCall(queries, whose))).sessions;
}

/** Looks after the links whose time has come, and forgets those that are long over. */
export async function sweepGuests(context: Context): Promise<void> {
  const now = context.clock.now();
  await endGuests(context, (db) => store.endExpired(db, now));
  await store.deleteOld(context.db, new Date(now.getTime() - GUEST_LINK_KEPT_DAYS * DAY_MS));
}

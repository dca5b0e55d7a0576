/** All SQL of guest links and of the guests who use them. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../../db/database';
import { callTargets, companies, contacts, guestLinks, sessions } from '../../../../db/schema';

export interface NewLink {
  readonly id: string;
  readonly companyId: string;
  readonly makerId: string;
  readonly hash: string;
  readonly callId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertLink(db: Queries, link: NewLink): Promise<void> {
  await db.insert(guestLinks).values(link);
}

/**
 * Rate limit: when the maker created their `count`th newest link, of those since `since`. An advisory lock makes their next link
 * wait until this one is created.
 * @returns undefined if there are fewer
 */
export async function lockNthNewestLink(
  db: Queries,
  { makerId, since, count }: { readonly makerId: string; readonly since: Date; readonly count: number },
): Promise<Date | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guest links by:${makerId}`}, 0))`);
  const { createdAt } = guestLinks;
  const [link] = await db
    .select({ createdAt })
    .from(guestLinks)
    .where(and(eq(guestLinks.makerId, makerId), gt(createdAt, since)))
    .orderBy(desc(createdAt))
    .offset(count - 1)
    .limit(1);
  return link?.createdAt;
}

/** Neither revoked nor over; it may have expired. */
const isOpen = and(isNull(guestLinks.revokedAt), isNull(guestLinks.overAt));

/** The open links of a maker, newest first, with the names of their guests. */
export async function findOpenLinks(db: Queries, makerId: string, now: Date) {
  return await db
    .select({
      id: guestLinks.id,
      callId: guestLinks.callId,
      guestName: contacts.name,
      createdAt: guestLinks.createdAt,
      expiresAt: guestLinks.expiresAt,
    })
    .from(guestLinks)
    .leftJoin(contacts, eq(contacts.id, guestLinks.guestId))
    .where(and(eq(guestLinks.makerId, makerId), isOpen, gt(guestLinks.expiresAt, now)))
    .orderBy(desc(guestLinks.id));
}

const shown = {
  id: guestLinks.id,
  companyId: guestLinks.companyId,
  makerId: guestLinks.makerId,
  callId: guestLinks.callId,
  guestId: guestLinks.guestId,
  usedAt: guestLinks.usedAt,
  revokedAt: guestLinks.revokedAt,
  overAt: guestLinks.overAt,
  ratingHash: guestLinks.ratingHash,
  expiresAt: guestLinks.expiresAt,
  makerName: contacts.name,
  companyCode: companies.code,
  companyName: companies.name,
};

const selectLink = (db: Queries, hash: string) =>
  db
    .select(shown)
    .from(guestLinks)
    .innerJoin(contacts, eq(contacts.id, guestLinks.makerId))
    .innerJoin(companies, eq(companies.id, guestLinks.companyId))
    .where(eq(guestLinks.hash, hash));

export type LinkRow = Awaited<ReturnType<typeof selectLink>>[number];

export async function findLink(db: Queries, hash: string): Promise<LinkRow | undefined> {
  const [link] = await selectLink(db, hash);
  return link;
}

/** Locks a link: of two concurrent requests with one link, the second sees the result of the first. */
export async function lockLink(db: Queries, hash: string): Promise<LinkRow | undefined> {
  const [link] = await selectLink(db, hash).for('update', { of: guestLinks });
  return link;
}

export async function useUp(db: Queries, id: string, guestId: string, now: Date): Promise<void> {
  await db.update(guestLinks).set({ guestId, usedAt: now }).where(eq(guestLinks.id, id));
}

/** Only the last device that entered may rate. */
export async function setRatingHash(db: Queries, id: string, ratingHash: string): Promise<void> {
  await db.update(guestLinks).set({ ratingHash }).where(eq(guestLinks.id, id));
}

export interface WaitingGuest {
  readonly id: string;
  readonly email: string;
  readonly privateKey: string;
}

const wasInCall = (db: Queries) =>
  db.select({ one: sql`1` }).from(callTargets).where(eq(callTargets.contactId, contacts.id));

/** The guest of a link, if they entered from this device and have been in no call. */
export async function findWaiting(db: Queries, linkId: string, deviceId: string): Promise<WaitingGuest | undefined> {
  const { id, email, privateKey } = contacts;
  const [guest] = await db
    .select({ id, email, privateKey })
    .from(guestLinks)
    .innerJoin(contacts, eq(contacts.id, guestLinks.guestId))
    .innerJoin(sessions, eq(sessions.contactId, contacts.id))
    .where(and(eq(guestLinks.id, linkId), eq(sessions.deviceId, deviceId), notExists(wasInCall(db))));
  return guest;
}

/** A guest who enters again gives a name again. */
export async function rename(db: Queries, guestId: string, name: string): Promise<void> {
  await db.update(contacts).set({ name }).where(eq(contacts.id, guestId));
}

/** @returns whether the guest's link is still valid for a call */
export async function setCall(db: Queries, guestId: string, callId: string): Promise<boolean> {
  const set = await db
    .update(guestLinks)
    .set({ callId })
    .where(and(eq(guestLinks.guestId, guestId), isOpen))
    .returning({ id: guestLinks.id });
  return set.length > 0;
}

/** Nobody answered the guest's ring: they may ring again. */
export async function forgetCall(db: Queries, guestId: string, callId: string): Promise<void> {
  await db
    .update(guestLinks)
    .set({ callId: null })
    .where(and(eq(guestLinks.guestId, guestId), eq(guestLinks.callId, callId)));
}

/** A link that has ended, its guest and their call. */
export interface Ended {
  readonly guestId: string | null;
  readonly callId: string | null;
}

async function end(
  db: Queries,
  change: { readonly overAt?: Date; readonly revokedAt?: Date },
  where?: SQL,
): Promise<Ended[]> {
  const { guestId, callId } = guestLinks;
  return await db.update(guestLinks).set(change).where(and(where, isOpen)).returning({ guestId, callId });
}

/** @returns the link, if it was the maker's and open */
export async function revoke(
  db: Queries,
  { id, makerId, now }: { id: string; makerId: string; now: Date },
): Promise<Ended[]> {
  const isTheirs = and(eq(guestLinks.id, id), eq(guestLinks.makerId, makerId), gt(guestLinks.expiresAt, now));
  return await end(db, { revokedAt: now }, isTheirs);
}

/** Ends the links of calls: all of those of the closed ones, and of people who left a call only theirs. */
export async function endOfCalls(
  db: Queries,
  closed: readonly string[],
  left: readonly { readonly callId: string; readonly contactId: string }[],
  now: Date,
): Promise<Ended[]> {
  const calls = sql.param(left.map(({ callId }) => callId));
  const guests = sql.param(left.map(({ contactId }) => contactId));
  const isOfClosed = sql`${guestLinks.callId} = any(${sql.param(closed)}::uuid[])`;
  const hasLeft = sql`(${guestLinks.callId}, ${guestLinks.guestId}) in (
    select * from unnest(${calls}::uuid[], ${guests}::uuid[]))`;
  return await end(db, { overAt: now }, or(isOfClosed, hasLeft));
}

/** Ends used links that have expired. An unused one needs no end: its expiry date is enough. */
export async function endExpired(db: Queries, now: Date): Promise<Ended[]> {
  return await end(db, { overAt: now }, and(lte(guestLinks.expiresAt, now), isNotNull(guestLinks.guestId)));
}

/** Deletes the private keys of guests who are gone. */
export async function forgetKeys(db: Queries, guestIds: readonly string[]): Promise<void> {
  if (guestIds.length > 0)
    await db
      .update(contacts)
      .set({ privateKey: '' })
      .where(inArray(contacts.id, [...guestIds]));
}

/** Deletes old links, and guests without a link who were in no call: those who were stay in its history. */
export async function deleteOld(db: Queries, before: Date): Promise<void> {
  await db.delete(guestLinks).where(or(lte(guestLinks.overAt, before), lte(guestLinks.expiresAt, before)));
  const hasLink = db.select({ one: sql`1` }).from(guestLinks).where(eq(guestLinks.guestId, contacts.id));
  await db.delete(contacts).where(and(contacts.guest, notExists(wasInCall(db)), notExists(hasLink)));
}

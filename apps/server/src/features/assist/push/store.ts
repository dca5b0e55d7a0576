/** The SQL of push tokens and of the queue. */
import { and, asc, eq, gt, inArray, isNull, lte, min, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { contacts, pushQueue, pushTokens, sessions } from '../../../db/schema';
import type { Address, Parcel, PushKind } from '../../../adapters/push/courier';

interface Device {
  readonly contactId: string;
  readonly deviceId: string;
}

/** The session of a signed-in device. Until the transaction ends, nobody else gives it a token. */
export async function lockSession(
  db: Queries,
  { contactId, deviceId }: Device,
  now: Date,
): Promise<string | undefined> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.contactId, contactId), eq(sessions.deviceId, deviceId), gt(sessions.expiresAt, now)))
    .for('update');
  return session?.id;
}

export interface Token extends Address {
  readonly kind: PushKind;
  /** Whose service it is. */
  readonly host: string;
}

interface NewToken extends Token {
  readonly id: string;
  readonly sessionId: string;
}

/**
 * A device has one token of a kind. One that somebody else had, who was signed in there before, is not theirs any more,
 * nor is what was queued for it.
 */
export async function replaceToken(db: Queries, token: NewToken): Promise<void> {
  const { address, auth, host, kind, p256dh, sessionId } = token;
  const isSame = eq(pushTokens.address, address);
  const isOthers = and(isSame, ne(pushTokens.sessionId, sessionId));
  const isFormer = and(eq(pushTokens.sessionId, sessionId), ne(pushTokens.address, address));
  await db.delete(pushTokens).where(and(eq(pushTokens.kind, kind), or(isOthers, isFormer)));
  // Each start of the page gives the same again, and is not kept waiting for what was said to the one before. Without a change of whose it is, nobody passes over it meanwhile (`findTokens`).
  const isTheirs = and(isSame, eq(pushTokens.kind, kind), eq(pushTokens.sessionId, sessionId));
  const known = await db
    .update(pushTokens)
    .set({ host, p256dh, auth, notBefore: null })
    .where(isTheirs)
    .returning({ id: pushTokens.id });
  if (known.length > 0) return;
  await db
    .insert(pushTokens)
    .values(token)
    .onConflictDoUpdate({
      target: [pushTokens.kind, pushTokens.address],
      set: { sessionId, host, p256dh, auth, notBefore: null },
    });
}

export async function deleteToken(
  db: Queries,
  { sessionId, kind, address }: Pick<NewToken, 'sessionId' | 'kind' | 'address'>,
): Promise<void> {
  await db
    .delete(pushTokens)
    .where(and(eq(pushTokens.sessionId, sessionId), eq(pushTokens.kind, kind), eq(pushTokens.address, address)));
}

/** The device is not there any more: what was queued for it goes too. */
export async function deleteTokenById(db: Queries, id: string): Promise<void> {
  await db.delete(pushTokens).where(eq(pushTokens.id, id));
}

/** Tokens of some kinds, of the devices on which some contacts are signed in. */
interface Wanted {
  readonly contactIds: readonly string[];
  readonly kinds: readonly PushKind[];
  readonly now: Date;
}

const areWanted = ({ contactIds, kinds, now }: Wanted) =>
  and(
    sql`${sessions.contactId} = any(${sql.param(contactIds)}::uuid[])`,
    gt(sessions.expiresAt, now),
    sql`${pushTokens.kind} = any(${sql.param(kinds)}::text[])`,
  );

/**
 * These tokens: they stay until the transaction ends, so that something can be queued.
 * One that is being changed or deleted is left out: waiting for it could be mutual.
 */
export async function findTokens(db: Queries, wanted: Wanted) {
  return await db
    .select({
      id: pushTokens.id,
      kind: pushTokens.kind,
      contactId: sessions.contactId,
      deviceId: sessions.deviceId,
    })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .where(areWanted(wanted))
    .for('key share', { of: pushTokens, skipLocked: true })
    .prepare('tokens of contacts')
    .execute();
}

/** Those of the contacts who want to be called and have such a token. */
export async function findReachable(db: Queries, wanted: Wanted): Promise<Set<string>> {
  const found = await db
    .selectDistinct({ id: contacts.id })
    .from(contacts)
    .innerJoin(sessions, eq(sessions.contactId, contacts.id))
    .innerJoin(pushTokens, eq(pushTokens.sessionId, sessions.id))
    .where(and(contacts.available, areWanted(wanted)));
  return new Set(found.map(({ id }) => id));
}

export type Found = Awaited<ReturnType<typeof findTokens>>[number];

export interface Queued extends Parcel {
  readonly id: string;
  readonly tokenId: string;
  readonly dueAt: Date;
}

/** A statement has at most 65,535 values. */
const ROWS_AT_ONCE = 5_000;

type Place = Pick<Queued, 'tokenId' | 'topic'>;

/** Two pushes of the same place are about the same, for the same device: one of them stands in the queue. */
export const placeOf = ({ tokenId, topic }: Place) => `${tokenId} ${topic}`;

/** Of the waiting push and the one that replaces it: whether a service that did not take that one is left in peace for this too. */
const isPaused = sql`excluded.message_type = 'RoomMessage'`;

/**
 * What is about the same and has not been taken yet is replaced: under a new id, so that it stays when that is done with. Another
 * message in a room does not make a service be asked any sooner; what happens to a call is not kept waiting.
 * All go through them in the same order: two that queue at once wait for each other in turn, not mutually.
 */
export async function enqueue(db: Queries, rows: readonly Queued[]): Promise<void> {
  const ordered = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  for (let from = 0; from < ordered.length; from += ROWS_AT_ONCE)
    await db
      .insert(pushQueue)
      .values(ordered.slice(from, from + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [pushQueue.tokenId, pushQueue.topic],
        set: {
          id: sql`excluded.id`,
          messageType: sql`excluded.message_type`,
          messageContent: sql`excluded.message_content`,
          tries: sql`case when ${isPaused} then ${pushQueue.tries} else 0 end`,
          dueAt: sql`case when ${isPaused} then greatest(${pushQueue.dueAt}, excluded.due_at) else excluded.due_at end`,
          expiresAt: sql`excluded.expires_at`,
        },
      });
}

export interface Due extends Queued {
  readonly kind: PushKind;
  readonly sessionId: string;
  readonly host: string;
  readonly to: Address;
  readonly tries: number;
}

/** What keeps something from being sent now: a device that is being told, a service that has enough to do. */
interface Busy {
  readonly tokenIds: readonly string[];
  /** Services that take no more, not even a ring. */
  readonly hosts: readonly string[];
  /** Services that take a ring only; `*`: none takes anything else. */
  readonly hostsOfRings: readonly string[] | '*';
}

/** A ring is over soon: it goes first. */
const isRing = sql<boolean>`${pushQueue.messageType} = 'IncomingCall'`;
/** Whoever rings in vain is told so, whatever a service said. */
const isEnd = inArray(pushQueue.messageType, ['EndedCall', 'CallHandledByGroup']);
/** Until when the device of a push gets nothing; null: it does. */
const blockedUntil = sql`greatest(${pushTokens.busyUntil}, case when not ${isEnd} then ${pushTokens.notBefore} end)`;

/** What is to be sent now: rings, and then the longest due first. */
export async function findDue(db: Queries, now: Date, busy: Busy, limit: number): Promise<Due[]> {
  const rings = await findSome(db, now, busy, { which: isRing, limit });
  if (rings.length === limit) return rings;
  const { host } = pushTokens;
  const isFree = busy.hostsOfRings === '*' ? sql`false` : notInArray(host, [...busy.hostsOfRings]);
  const others = await findSome(db, now, busy, { which: and(not(isRing), isFree), limit: limit - rings.length });
  return [...rings, ...others];
}

interface Some {
  readonly which: SQL | undefined;
  readonly limit: number;
}

/** In the order of their index: however much is due, it is not sorted. */
async function findSome(db: Queries, now: Date, busy: Busy, { which, limit }: Some): Promise<Due[]> {
  const { kind, sessionId, host, address, p256dh, auth } = pushTokens;
  return await db
    .select({
      id: pushQueue.id,
      tokenId: pushQueue.tokenId,
      topic: pushQueue.topic,
      messageType: pushQueue.messageType,
      messageContent: pushQueue.messageContent,
      tries: pushQueue.tries,
      dueAt: pushQueue.dueAt,
      expiresAt: pushQueue.expiresAt,
      kind,
      sessionId,
      host,
      to: { address, p256dh, auth },
    })
    .from(pushQueue)
    .innerJoin(pushTokens, eq(pushTokens.id, pushQueue.tokenId))
    .where(
      and(
        which,
        lte(pushQueue.dueAt, now),
        gt(pushQueue.expiresAt, now),
        notInArray(pushQueue.tokenId, [...busy.tokenIds]),
        notInArray(host, [...busy.hosts]),
        or(isNull(blockedUntil), lte(blockedUntil, now)),
      ),
    )
    .orderBy(asc(pushQueue.dueAt), asc(pushQueue.id))
    .limit(limit);
}

/**
 * When something has to be sent that cannot be sent yet: it is not due, another server tells its device something, or the service
 * wants to be left in peace. Of what is not due only the first is looked at.
 */
export async function findNextDue(db: Queries, now: Date): Promise<Date | null> {
  const [[due], [free]] = await Promise.all([
    db
      .select({ at: min(pushQueue.dueAt) })
      .from(pushQueue)
      .where(gt(pushQueue.dueAt, now)),
    db
      .select({ at: sql`min(${blockedUntil})`.mapWith(pushQueue.dueAt) })
      .from(pushQueue)
      .innerJoin(pushTokens, eq(pushTokens.id, pushQueue.tokenId))
      .where(and(lte(pushQueue.dueAt, now), gt(blockedUntil, now))),
  ]);
  const moments = [due?.at, free?.at].flatMap((at) => at ?? []).map((at) => at.getTime());
  return moments.length > 0 ? new Date(Math.min(...moments)) : null;
}

/** @returns whether a push that is still queued is the caller's to send, and nothing else to its device until then */
export async function claim(db: Queries, { id, tokenId }: Queued, now: Date, until: Date): Promise<boolean> {
  const queued = db.select({ tokenId: pushQueue.tokenId }).from(pushQueue).where(eq(pushQueue.id, id));
  const claimed = await db
    .update(pushTokens)
    .set({ busyUntil: until })
    .where(
      and(
        eq(pushTokens.id, tokenId),
        inArray(pushTokens.id, queued),
        or(isNull(pushTokens.busyUntil), lte(pushTokens.busyUntil, now)),
      ),
    )
    .returning({ id: pushTokens.id });
  return claimed.length > 0;
}

/** Gives up the claim that ends then; what another server has claimed after it stays its own. */
export async function release(db: Queries, tokenId: string, until: Date): Promise<void> {
  await db
    .update(pushTokens)
    .set({ busyUntil: null })
    .where(and(eq(pushTokens.id, tokenId), eq(pushTokens.busyUntil, until)));
}

/** @param due a push that was not taken; what has replaced it meanwhile waits in its place, where it may wait */
export async function postpone(db: Queries, { id, tokenId, topic }: Queued, dueAt: Date): Promise<void> {
  const isInPlace = and(eq(pushQueue.tokenId, tokenId), eq(pushQueue.topic, topic));
  await db
    .update(pushQueue)
    .set({ dueAt, tries: sql`${pushQueue.tries} + 1` })
    .where(and(isInPlace, or(eq(pushQueue.id, id), eq(pushQueue.messageType, 'RoomMessage'))));
}

/** Until then the service of a device gets nothing for it, but that a ring is over. */
export async function pause(db: Queries, tokenId: string, until: Date): Promise<void> {
  await db.update(pushTokens).set({ notBefore: until }).where(eq(pushTokens.id, tokenId));
}

export async function dequeue(db: Queries, id: string): Promise<void> {
  await db.delete(pushQueue).where(eq(pushQueue.id, id));
}

/** Nobody wants them any more. Found and locked in the order of `enqueue`. */
export async function dequeueTopics(db: Queries, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const { id, tokenId, topic } = pushQueue;
  const tokenIds = sql.param(places.map((place) => place.tokenId));
  const topics = sql.param(places.map((place) => place.topic));
  const wanted = sql`select * from unnest(${tokenIds}::uuid[], ${topics}::uuid[])`;
  const found = db
    .select({ id })
    .from(pushQueue)
    .where(sql`(${tokenId}, ${topic}) in (${wanted})`)
    .orderBy(asc(tokenId), asc(topic))
    .for('update');
  await db.delete(pushQueue).where(inArray(id, found));
}

/** Nobody wants them any more. One that is being replaced is left alone. */
export async function deleteExpired(db: Queries, now: Date): Promise<void> {
  const expired = db
    .select({ id: pushQueue.id })
    .from(pushQueue)
    .where(lte(pushQueue.expiresAt, now))
    .for('update', { skipLocked: true });
  await db.delete(pushQueue).where(inArray(pushQueue.id, expired));
}

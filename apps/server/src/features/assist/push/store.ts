/** All SQL of push tokens and of the queue. */
import { and, asc, eq, gt, inArray, isNull, lte, min, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { createStatement } from '../../../db/statement';
import { contacts, pushQueue, pushTokens, sessions } from '../../../db/schema';
import type { Address, PushPayload, PushKind } from '../../../adapters/push/push-adapter';

interface Device {
  readonly contactId: string;
  readonly deviceId: string;
}

/** Locks the session of a signed-in device: until the transaction ends, nobody else registers a token for it. */
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
  /** The host of its service. */
  readonly host: string;
}

interface NewToken extends Token {
  readonly id: string;
  readonly sessionId: string;
}

/**
 * Registers a token; a device has one of a kind. A token that was registered for another user of the device is taken from them, with what
 * was queued for it.
 */
export async function replaceToken(db: Queries, token: NewToken): Promise<void> {
  const { address, auth, host, kind, p256dh, sessionId } = token;
  const isSame = eq(pushTokens.address, address);
  const isOthers = and(isSame, ne(pushTokens.sessionId, sessionId));
  const isFormer = and(eq(pushTokens.sessionId, sessionId), ne(pushTokens.address, address));
  await db.delete(pushTokens).where(and(eq(pushTokens.kind, kind), or(isOthers, isFormer)));
  // Each start of the page registers the same token again, which must not wait for pushes in progress. An update that leaves the
  // key columns alone takes a lock that `findTokens` does not skip.
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

/** The device is gone: what was queued for it goes too. */
export async function deleteTokenById(db: Queries, id: string): Promise<void> {
  await db.delete(pushTokens).where(eq(pushTokens.id, id));
}

/** A filter: tokens of some kinds, of the devices on which some contacts are signed in. */
interface TokenFilter {
  readonly contactIds: readonly string[];
  readonly kinds: readonly PushKind[];
  readonly now: Date;
}

const matchesFilter = and(
  sql`${sessions.contactId} = any(${sql.placeholder('contactIds')}::uuid[])`,
  gt(sessions.expiresAt, sql.placeholder('now')),
  sql`${pushTokens.kind} = any(${sql.placeholder('kinds')}::text[])`,
);

const tokensOfContacts = createStatement((db) =>
  db
    .select({
      id: pushTokens.id,
      kind: pushTokens.kind,
      contactId: sessions.contactId,
      deviceId: sessions.deviceId,
    })
    .from(pushTokens)
    .innerJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .where(matchesFilter)
    .for('key share', { of: pushTokens, skipLocked: true })
    .prepare('tokens of contacts'),
);

/**
 * Finds tokens and locks them until the transaction ends, so that pushes can be queued for them. Skips tokens that are being changed or
 * deleted: waiting for them could deadlock.
 */
export async function findTokens(db: Queries, wanted: TokenFilter) {
  return await tokensOfContacts(db).execute({ ...wanted });
}

const reachableContacts = createStatement((db) =>
  db
    .selectDistinct({ id: contacts.id })
    .from(contacts)
    .innerJoin(sessions, eq(sessions.contactId, contacts.id))
    .innerJoin(pushTokens, eq(pushTokens.sessionId, sessions.id))
    .where(and(contacts.available, matchesFilter))
    .prepare('reachable contacts'),
);

/** Those contacts who accept calls and have such a token. */
export async function findReachable(db: Queries, wanted: TokenFilter): Promise<Set<string>> {
  const found = await reachableContacts(db).execute({ ...wanted });
  return new Set(found.map(({ id }) => id));
}

export type Found = Awaited<ReturnType<typeof findTokens>>[number];

export interface Queued extends PushPayload {
  readonly id: string;
  readonly tokenId: string;
  readonly dueAt: Date;
}

/** A statement takes at most 65,535 values. */
const ROWS_PER_STATEMENT = 5_000;

type Place = Pick<Queued, 'tokenId' | 'topic'>;

/** Key of a push: only one push per device and topic stands in the queue. */
export const placeOf = ({ tokenId, topic }: Place) => `${tokenId} ${topic}`;

/** Of a waiting push and the one that replaces it: whether the pause of the service applies to the new one too. */
const isPaused = sql`excluded.message_type = 'RoomMessage'`;

/**
 * Upsert: replaces a waiting push of the same place, under a new id, so that the new one stays when the old one is done. A new message in a
 * room does not shorten a service's pause; pushes of calls do not wait for it. Rows are locked in a fixed order, so that two concurrent
 * upserts do not deadlock.
 */
export async function enqueue(db: Queries, rows: readonly Queued[]): Promise<void> {
  const ordered = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  for (let from = 0; from < ordered.length; from += ROWS_PER_STATEMENT)
    await db
      .insert(pushQueue)
      .values(ordered.slice(from, from + ROWS_PER_STATEMENT))
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

/** What keeps a push from being sent now: a push in flight to its device, or a service at its limit. */
interface Busy {
  readonly tokenIds: readonly string[];
  /** Services that take no more, not even a ring. */
  readonly hosts: readonly string[];
  /** Services that take a ring only; `*`: no service takes anything else. */
  readonly hostsOfRings: readonly string[] | '*';
}

/** Rings go first: they are over soon. */
const isRing = sql<boolean>`${pushQueue.messageType} = 'IncomingCall'`;
/** The end of a ring is sent even if the service asked for a pause. */
const isEnd = inArray(pushQueue.messageType, ['EndedCall', 'CallHandledByGroup']);
/** Until when the device of a push gets nothing; null: it is not blocked. */
const blockedUntil = sql`greatest(${pushTokens.busyUntil}, case when not ${isEnd} then ${pushTokens.notBefore} end)`;

/** Returns the pushes to send now: rings first, then the longest due. */
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

/** Reads in index order, so that nothing is sorted, however much is due. */
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
 * The next time to poll: a push is not due yet, another server is sending to its device, or its service asked for a pause. Of the pushes
 * that are not due only the first is read.
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

/**
 * Claims a push that is still queued, and its device: nothing else is sent to it until the claim ends.
 * @returns whether the caller has the claim
 */
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

/** Releases the claim that ends at `until`; a later claim of another server stays. */
export async function release(db: Queries, tokenId: string, until: Date): Promise<void> {
  await db
    .update(pushTokens)
    .set({ busyUntil: null })
    .where(and(eq(pushTokens.id, tokenId), eq(pushTokens.busyUntil, until)));
}

/** Reschedules a push that was not accepted, or the push that has replaced it, if that one may wait. */
export async function postpone(db: Queries, { id, tokenId, topic }: Queued, dueAt: Date): Promise<void> {
  const isInPlace = and(eq(pushQueue.tokenId, tokenId), eq(pushQueue.topic, topic));
  await db
    .update(pushQueue)
    .set({ dueAt, tries: sql`${pushQueue.tries} + 1` })
    .where(and(isInPlace, or(eq(pushQueue.id, id), eq(pushQueue.messageType, 'RoomMessage'))));
}

/** Pauses the service of a device until then, except for the end of a ring. */
export async function pause(db: Queries, tokenId: string, until: Date): Promise<void> {
  await db.update(pushTokens).set({ notBefore: until }).where(eq(pushTokens.id, tokenId));
}

export async function dequeue(db: Queries, id: string): Promise<void> {
  await db.delete(pushQueue).where(eq(pushQueue.id, id));
}

/** The places of rings that wait in the queue and are not being sent, of the tokens of VoIP among these. */
export async function findUnsentRings(db: Queries, tokens: readonly Found[], now: Date): Promise<Set<string>> {
  const voip = tokens.filter(({ kind }) => kind === 'voip').map(({ id }) => id);
  if (voip.length === 0) return new Set();
  const found = await db
    .select({ tokenId: pushQueue.tokenId, topic: pushQueue.topic })
    .from(pushQueue)
    .innerJoin(pushTokens, eq(pushTokens.id, pushQueue.tokenId))
    .where(
      and(inArray(pushQueue.tokenId, voip), isRing, or(isNull(pushTokens.busyUntil), lte(pushTokens.busyUntil, now))),
    );
  return new Set(found.map(placeOf));
}

/** Removes obsolete pushes. Found and locked in the order of `enqueue`. */
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

/** Deletes expired pushes. Skips one that is being replaced. */
export async function deleteExpired(db: Queries, now: Date): Promise<void> {
  const expired = db
    .select({ id: pushQueue.id })
    .from(pushQueue)
    .where(lte(pushQueue.expiresAt, now))
    .for('update', { skipLocked: true });
  await db.delete(pushQueue).where(inArray(pushQueue.id, expired));
}

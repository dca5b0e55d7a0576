/** The SQL of sessions, refresh tokens and sign-in codes. */
import { CODE_TRIES } from '@earth/contracts';
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, contacts, guestLinks, loginCodes, nodes, refreshTokens, sessions } from '../../../db/schema';
import type { Principal } from '../../../http/principal';

/** Who is behind some sessions, by their ids: those that are over have nobody. */
export async function findWhos(
  db: Queries,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Principal>> {
  const found = await db
    .select({
      contactId: contacts.id,
      companyId: contacts.companyId,
      deviceId: sessions.deviceId,
      sessionId: sessions.id,
      role: contacts.role,
      isGuest: contacts.guest,
      guest: { hostId: guestLinks.makerId, callId: guestLinks.callId },
    })
    .from(sessions)
    .innerJoin(contacts, eq(contacts.id, sessions.contactId))
    .leftJoin(guestLinks, and(contacts.guest, eq(guestLinks.guestId, contacts.id)))
    .where(and(sql`${sessions.id} = any(${sql.param(sessionIds)}::uuid[])`, gt(sessions.expiresAt, now)))
    .prepare('people of sessions')
    .execute();
  return new Map(
    found.flatMap(({ isGuest, guest, ...principal }) => {
      // A guest without a link is nobody.
      if (isGuest && !guest) return [];
      return [[principal.sessionId, { ...principal, guest: isGuest ? guest : null }]];
    }),
  );
}

/** A contact as far as signing in goes. */
export interface Account {
  readonly contactId: string;
  readonly email: string;
  readonly privateKey: string;
  readonly keyVault: string | null;
  readonly companyCode: string;
  readonly companyName: string;
}

const account = {
  contactId: contacts.id,
  email: contacts.email,
  privateKey: contacts.privateKey,
  keyVault: contacts.keyVault,
  companyCode: companies.code,
  companyName: companies.name,
};

/** The contacts of an e-mail address, one a company. */
export async function findAccounts(db: Queries, email: string, companyCode?: string): Promise<Account[]> {
  return await db
    .select(account)
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .where(and(eq(contacts.email, email), companyCode === undefined ? undefined : eq(companies.code, companyCode)))
    .orderBy(asc(companies.name));
}

/** The e-mail address of a contact. */
export async function findEmail(db: Queries, contactId: string): Promise<string | undefined> {
  const [row] = await db.select({ email: contacts.email }).from(contacts).where(eq(contacts.id, contactId));
  return row?.email;
}

/** Whether somebody's company requires protected keys that they have not made yet. Guests have nothing to protect. */
export async function mustProtectKeys(db: Queries, contactId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .where(
      and(
        eq(contacts.id, contactId),
        companies.requiresProtectedKeys,
        isNull(contacts.keyVault),
        eq(contacts.guest, false),
      ),
    );
  return found !== undefined;
}

/** Until the transaction ends, nobody else signs this contact in: two devices cannot both take the last place. */
export async function lockContact(db: Queries, contactId: string): Promise<void> {
  await db.select({ id: contacts.id }).from(contacts).where(eq(contacts.id, contactId)).for('no key update');
}

/** Of these contacts, those that have as many devices as they may, and this one is not among them. */
export async function findFull(
  db: Queries,
  {
    contactIds,
    deviceId,
    maxDevices,
    now,
  }: { contactIds: readonly string[]; deviceId: string; maxDevices: number; now: Date },
): Promise<Set<string>> {
  const rows = await db
    .select({ contactId: sessions.contactId })
    .from(sessions)
    .where(and(inArray(sessions.contactId, [...contactIds]), gt(sessions.expiresAt, now)))
    .groupBy(sessions.contactId)
    .having(sql`count(*) >= ${maxDevices} and not bool_or(${eq(sessions.deviceId, deviceId)})`);
  return new Set(rows.map((row) => row.contactId));
}

type SessionRow = typeof sessions.$inferSelect;
export type Session = Pick<SessionRow, 'id' | 'contactId' | 'deviceId'>;

/** What is told of a session that ended. */
const ended = { id: sessions.id, contactId: sessions.contactId, deviceId: sessions.deviceId };

/**
 * Makes a session; the device's former one and those that have expired are gone.
 * @returns the sessions that ended
 */
export async function replaceSession(
  db: Queries,
  session: typeof sessions.$inferInsert,
  now: Date,
): Promise<Session[]> {
  const { contactId, deviceId } = session;
  const isReplaced = or(eq(sessions.deviceId, deviceId), lte(sessions.expiresAt, now));
  const replaced = await db
    .delete(sessions)
    .where(and(eq(sessions.contactId, contactId), isReplaced))
    .returning(ended);
  await db.insert(sessions).values(session);
  return replaced;
}

/** When the person of a session signed in: another customer company is no other sign-in. */
export async function findSignIn(db: Queries, sessionId: string): Promise<Date | undefined> {
  const [found] = await db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return found?.at;
}

/** The sessions of a contact that go on. */
export async function listSessions(db: Queries, contactId: string, now: Date): Promise<SessionRow[]> {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.contactId, contactId), gt(sessions.expiresAt, now)));
}

/** The devices of a contact that have a socket, on this server or on another that was seen after `since`. */
export async function findConnected(
  db: Queries,
  { contactId, nodeId, since }: { readonly contactId: string; readonly nodeId: string; readonly since: Date },
): Promise<string[]> {
  const found = await db
    .select({ deviceId: sessions.deviceId })
    .from(sessions)
    .innerJoin(nodes, eq(nodes.id, sessions.nodeId))
    .where(and(eq(sessions.contactId, contactId), or(eq(nodes.id, nodeId), gt(nodes.seenAt, since))));
  return found.map(({ deviceId }) => deviceId);
}

/** @returns the session, where it was still there */
export async function deleteSession(db: Queries, sessionId: string): Promise<Session | undefined> {
  const [gone] = await db.delete(sessions).where(eq(sessions.id, sessionId)).returning(ended);
  return gone;
}

/** @returns the session of a contact's device, where it went on until now */
export async function deleteSessionOf(
  db: Queries,
  { contactId, deviceId }: Pick<Session, 'contactId' | 'deviceId'>,
  now: Date,
): Promise<Session | undefined> {
  const [gone] = await db
    .delete(sessions)
    .where(and(eq(sessions.contactId, contactId), eq(sessions.deviceId, deviceId), gt(sessions.expiresAt, now)))
    .returning(ended);
  return gone;
}

/** Ends the sessions of a contact but for one. @returns those that ended */
export async function deleteOtherSessions(
  db: Queries,
  { contactId, sessionId }: { readonly contactId: string; readonly sessionId: string },
): Promise<Session[]> {
  return await db
    .delete(sessions)
    .where(and(eq(sessions.contactId, contactId), ne(sessions.id, sessionId)))
    .returning(ended);
}

/** @returns the sessions that ended */
export async function deleteSessionsOf(db: Queries, contactIds: readonly string[]): Promise<Session[]> {
  if (contactIds.length === 0) return [];
  return await db
    .delete(sessions)
    .where(inArray(sessions.contactId, [...contactIds]))
    .returning(ended);
}

/** What the sign-in page chose for its person when calls are off. */
export async function setUnavailable(db: Queries, contactId: string): Promise<void> {
  await db.update(contacts).set({ available: false }).where(eq(contacts.id, contactId));
}

export async function insertRefreshToken(db: Queries, hash: string, sessionId: string, now: Date): Promise<void> {
  await db.insert(refreshTokens).values({ hash, sessionId, createdAt: now });
}

/** The session of a refresh token, locked. Only the session is: ending it meanwhile cannot lock the other way round. */
export async function lockSessionOf(db: Queries, hash: string) {
  const [session] = await db
    .select({
      id: sessions.id,
      contactId: sessions.contactId,
      deviceId: sessions.deviceId,
      expiresAt: sessions.expiresAt,
      isGuest: contacts.guest,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(contacts, eq(contacts.id, sessions.contactId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: sessions });
  return session;
}

/** When a refresh token was first used. Asked after the lock: of two uses at once, the second sees the first. */
export async function findFirstUse(db: Queries, hash: string): Promise<Date | null> {
  const [token] = await db
    .select({ usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hash));
  return token?.usedAt ?? null;
}

export async function markUsed(db: Queries, hash: string, now: Date): Promise<void> {
  await db.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.hash, hash));
}

/** The session lives on; what is left of its tokens from before `oldest` proves nothing any more. */
export async function prolongSession(db: Queries, sessionId: string, expiresAt: Date, oldest: Date): Promise<void> {
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.id, sessionId));
  await db
    .delete(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.createdAt, oldest)));
}

interface CodeKey {
  readonly account: string;
  readonly asker: string;
}

const isCode = ({ account: whose, asker }: CodeKey) => and(eq(loginCodes.account, whose), eq(loginCodes.asker, asker));

/** The one code of an account for whoever asks: an older one is worthless from now on. */
export async function replaceCode(
  db: Queries,
  code: CodeKey & { readonly hash: string; readonly expiresAt: Date },
): Promise<void> {
  const fresh = { ...code, wrongTries: 0 };
  const target = [loginCodes.account, loginCodes.asker];
  await db.insert(loginCodes).values(fresh).onConflictDoUpdate({ target, set: fresh });
}

/** It was used. */
export async function deleteCode(db: Queries, key: CodeKey): Promise<void> {
  await db.delete(loginCodes).where(isCode(key));
}

/** It could not be sent. One that has been asked for since stays. */
export async function deleteUnsentCode(db: Queries, key: CodeKey, hash: string): Promise<void> {
  await db.delete(loginCodes).where(and(isCode(key), eq(loginCodes.hash, hash)));
}

/** A code as long as it is good, locked: of ten that come with it, one gets it. */
export async function lockCode(db: Queries, key: CodeKey, now: Date): Promise<string | null> {
  const [code] = await db
    .select({ hash: loginCodes.hash })
    .from(loginCodes)
    .where(and(isCode(key), gt(loginCodes.expiresAt, now), lt(loginCodes.wrongTries, CODE_TRIES)))
    .for('update');
  return code?.hash ?? null;
}

export async function countWrongTry(db: Queries, key: CodeKey): Promise<void> {
  await db
    .update(loginCodes)
    .set({ wrongTries: sql`${loginCodes.wrongTries} + 1` })
    .where(isCode(key));
}

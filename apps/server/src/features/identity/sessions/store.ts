/** All SQL of sessions, refresh tokens and sign-in codes. */
import { CODE_TRIES } from '@earth/contracts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { createStatement } from '../../../db/statement';
import { companies, contacts, guestLinks, loginCodes, nodes, refreshTokens, sessions } from '../../../db/schema';
import type { Principal } from '../../../http/principal';

const peopleOfSessions = createStatement((db) =>
  db
    .select({
      contactId: contacts.id,
      companyId: contacts.companyId,
      deviceId: sessions.deviceId,
      sessionId: sessions.id,
      role: contacts.role,
      appOs: sessions.appOs,
      signingKey: sessions.signingKey,
      isGuest: contacts.guest,
      guest: { hostId: guestLinks.makerId, callId: guestLinks.callId },
    })
    .from(sessions)
    .innerJoin(contacts, eq(contacts.id, sessions.contactId))
    .leftJoin(guestLinks, and(contacts.guest, eq(guestLinks.guestId, contacts.id)))
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('sessionIds')}::uuid[])`,
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(contacts.disabledAt),
      ),
    )
    .prepare('people of sessions'),
);

/** The principals of sessions by id; ended sessions are left out. */
export async function findPrincipals(
  db: Queries,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Principal>> {
  const found = await peopleOfSessions(db).execute({ sessionIds, now });
  return new Map(
    found.flatMap(({ isGuest, guest, ...principal }) => {
      // A guest without a link has no access.
      if (isGuest && !guest) return [];
      return [[principal.sessionId, { ...principal, guest: isGuest ? guest : null }]];
    }),
  );
}

/** The part of a contact that signing in needs. */
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

/** The contacts of an e-mail address, one per company. */
export async function findAccounts(db: Queries, email: string, companyCode?: string): Promise<Account[]> {
  return await db
    .select(account)
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .where(
      and(
        eq(contacts.email, email),
        isNull(contacts.disabledAt),
        companyCode === undefined ? undefined : eq(companies.code, companyCode),
      ),
    )
    .orderBy(asc(companies.name));
}

/** The e-mail address that was proved when a session began; null: none was. */
export async function findProvenEmail(db: Queries, sessionId: string): Promise<string | null> {
  const [row] = await db.select({ email: sessions.provenEmail }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.email ?? null;
}

/** Whether the contact's company requires protected keys that the contact has not created yet. Guests have nothing to protect. */
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

/**
 * Locks a contact: until the transaction ends nobody else signs it in, so that two devices cannot both take the last place.
 * @returns what it is now; `hasKeys` false: a directory or an import has added it, and it has no keys yet
 */
export async function lockContact(db: Queries, contactId: string) {
  const { hasKeys, privateKey, keyVault, email, disabledAt, former } = contacts;
  const [row] = await db
    .select({ hasKeys, privateKey, keyVault, email, disabledAt, former })
    .from(contacts)
    .where(eq(contacts.id, contactId))
    .for('no key update');
  return row;
}

/** The first keys of a contact that a directory or an import has added. */
export async function setFirstKeys(
  db: Queries,
  contactId: string,
  keys: { readonly publicKey: string; readonly privateKey: string },
): Promise<void> {
  await db
    .update(contacts)
    .set({ ...keys, hasKeys: true })
    .where(eq(contacts.id, contactId));
}

/** Those of the contacts that have as many devices as they may, not counting this one. */
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

/** The columns of an ended session that are announced. */
const ended = { id: sessions.id, contactId: sessions.contactId, deviceId: sessions.deviceId };

/**
 * Creates a session; deletes the device's former one and expired ones.
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

/** Whether an identity provider, and not a code, has started a session. */
export async function isBySignOn(db: Queries, sessionId: string): Promise<boolean> {
  return (await db.$count(sessions, and(eq(sessions.id, sessionId), isNotNull(sessions.signOnIssuer)))) > 0;
}

/** When the person of a session signed in; switching to another company does not change it. */
export async function findSignIn(db: Queries, sessionId: string): Promise<Date | undefined> {
  const [found] = await db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return found?.at;
}

/** Binds a session to a key, unless it is bound already. @returns the key to which it is bound; undefined: the session has ended */
export async function bindSigningKey(db: Queries, sessionId: string, key: string): Promise<string | undefined> {
  const [bound] = await db
    .update(sessions)
    .set({ signingKey: sql`coalesce(${sessions.signingKey}, ${key})` })
    .where(eq(sessions.id, sessionId))
    .returning({ key: sessions.signingKey });
  return bound?.key ?? undefined;
}

/** The sessions of a contact that have not expired. */
export async function listSessions(db: Queries, contactId: string, now: Date): Promise<SessionRow[]> {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.contactId, contactId), gt(sessions.expiresAt, now)));
}

interface Connected {
  readonly contactIds: readonly string[];
  readonly nodeId: string;
  readonly since: Date;
  readonly seenAfter: Date | null;
}

const connectedDevices = createStatement((db) => {
  const isLiving = gt(nodes.seenAt, sql.placeholder('since'));
  const livingNodes = db.select({ id: nodes.id }).from(nodes).where(isLiving);
  // No join: from the servers, it would read the sessions of everybody on them.
  const isConnected = or(eq(sessions.nodeId, sql.placeholder('nodeId')), inArray(sessions.nodeId, livingNodes));
  const isTheirs = sql`${sessions.contactId} = any(${sql.placeholder('contactIds')}::uuid[])`;
  const wasSeen = sql`${sessions.seenAt} > ${sql.placeholder('seenAfter')}::timestamptz`;
  return db
    .select({ contactId: sessions.contactId, deviceId: sessions.deviceId })
    .from(sessions)
    .where(and(isTheirs, or(isConnected, wasSeen)))
    .prepare('connected devices');
});

/**
 * The devices of contacts that have a socket, on this server or on another that was seen after `since`, or that were seen after
 * `seenAfter`; null: only those with a socket.
 */
export async function findConnected(
  db: Queries,
  wanted: Connected,
): Promise<Pick<Session, 'contactId' | 'deviceId'>[]> {
  return await connectedDevices(db).execute({ ...wanted });
}

/** @returns the session, if it existed */
export async function deleteSession(db: Queries, sessionId: string): Promise<Session | undefined> {
  const [deleted] = await db.delete(sessions).where(eq(sessions.id, sessionId)).returning(ended);
  return deleted;
}

/** @returns the session of a contact's device, if it had not expired */
export async function deleteSessionOf(
  db: Queries,
  { contactId, deviceId }: Pick<Session, 'contactId' | 'deviceId'>,
  now: Date,
): Promise<Session | undefined> {
  const [deleted] = await db
    .delete(sessions)
    .where(and(eq(sessions.contactId, contactId), eq(sessions.deviceId, deviceId), gt(sessions.expiresAt, now)))
    .returning(ended);
  return deleted;
}

/** Ends the sessions of a contact except one. @returns those that ended */
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

/** Applies the choice of the sign-in page when calls are off. */
export async function setUnavailable(db: Queries, contactId: string): Promise<void> {
  await db.update(contacts).set({ available: false }).where(eq(contacts.id, contactId));
}

export async function insertRefreshToken(db: Queries, hash: string, sessionId: string, now: Date): Promise<void> {
  await db.insert(refreshTokens).values({ hash, sessionId, createdAt: now });
}

/** The session of a refresh token, locked. Only the session row is locked, which rules out a deadlock with its deletion. */
export async function lockSessionOf(db: Queries, hash: string) {
  const [session] = await db
    .select({
      id: sessions.id,
      contactId: sessions.contactId,
      deviceId: sessions.deviceId,
      expiresAt: sessions.expiresAt,
      appOs: sessions.appOs,
      signingKey: sessions.signingKey,
      isGuest: contacts.guest,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(contacts, eq(contacts.id, sessions.contactId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: sessions });
  return session;
}

/** When a refresh token was first used. Read after the lock, so that of two concurrent uses the second sees the first. */
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

/** Prolongs the session, and deletes its tokens from before `oldest`. */
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

/** Stores the one code of an account per asker; an older one is invalid from then on. */
export async function replaceCode(
  db: Queries,
  code: CodeKey & { readonly hash: string; readonly expiresAt: Date },
): Promise<void> {
  const fresh = { ...code, wrongTries: 0 };
  const target = [loginCodes.account, loginCodes.asker];
  await db.insert(loginCodes).values(fresh).onConflictDoUpdate({ target, set: fresh });
}

/** The code was used. */
export async function deleteCode(db: Queries, key: CodeKey): Promise<void> {
  await db.delete(loginCodes).where(isCode(key));
}

/** The code could not be sent. One that was requested since then stays. */
export async function deleteUnsentCode(db: Queries, key: CodeKey, hash: string): Promise<void> {
  await db.delete(loginCodes).where(and(isCode(key), eq(loginCodes.hash, hash)));
}

/** A valid code, locked: of several concurrent uses one succeeds. */
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

/** All SQL of single sign-on. */
import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { isDuplicate } from '../../../db/query-error';
import {
  companies,
  contacts,
  sessions,
  signOnConnections,
  signOnDomains,
  signOnFlows,
  signOnIdentities,
  signOnLogOuts,
  signOnTickets,
} from '../../../db/schema';
import type { Session } from '../sessions';

export type { SignOnClaims, SignOnOutcome } from '../../../db/schema/single-sign-on';

export type Connection = typeof signOnConnections.$inferSelect;
export type Domain = typeof signOnDomains.$inferSelect;
export type Flow = typeof signOnFlows.$inferSelect;
export type Ticket = typeof signOnTickets.$inferSelect;

export async function findConnection(db: Queries, companyId: string): Promise<Connection | undefined> {
  return (await db.select().from(signOnConnections).where(eq(signOnConnections.companyId, companyId)))[0];
}

export async function findCompanyId(db: Queries, code: string): Promise<string | undefined> {
  return (await db.select({ id: companies.id }).from(companies).where(eq(companies.code, code)))[0]?.id;
}

export async function findCompany(db: Queries, id: string) {
  const { code, name, signOnVersion: version } = companies;
  return (await db.select({ code, name, version }).from(companies).where(eq(companies.id, id)))[0];
}

/** Locks the version of the settings until the transaction ends. */
export async function lockVersion(db: Queries, companyId: string): Promise<number | undefined> {
  const select = db.select({ version: companies.signOnVersion }).from(companies);
  return (await select.where(eq(companies.id, companyId)).for('no key update'))[0]?.version;
}

export async function raiseVersion(db: Queries, companyId: string): Promise<void> {
  const signOnVersion = sql`${companies.signOnVersion} + 1`;
  await db.update(companies).set({ signOnVersion }).where(eq(companies.id, companyId));
}

/** Untested, and with codes on. */
export async function saveConnection(db: Queries, row: Omit<Connection, 'codesOff' | 'testedAt'>): Promise<void> {
  const fresh = { ...row, codesOff: false, testedAt: null };
  await db
    .insert(signOnConnections)
    .values(fresh)
    .onConflictDoUpdate({ target: signOnConnections.companyId, set: fresh });
}

export async function removeConnection(db: Queries, companyId: string): Promise<boolean> {
  const isTheirs = eq(signOnConnections.companyId, companyId);
  return (await db.delete(signOnConnections).where(isTheirs).returning({ id: signOnConnections.companyId })).length > 0;
}

/** @returns whether there is a connection */
export async function setCodesOff(db: Queries, companyId: string, codesOff: boolean): Promise<boolean> {
  const isTheirs = eq(signOnConnections.companyId, companyId);
  const update = db.update(signOnConnections).set({ codesOff }).where(isTheirs);
  return (await update.returning({ id: signOnConnections.companyId })).length > 0;
}

export async function setTested(db: Queries, companyId: string, testedAt: Date): Promise<void> {
  await db.update(signOnConnections).set({ testedAt }).where(eq(signOnConnections.companyId, companyId));
}

const isDomain = ({ companyId, domain }: Pick<Domain, 'companyId' | 'domain'>) =>
  and(eq(signOnDomains.companyId, companyId), eq(signOnDomains.domain, domain));

export async function listDomains(db: Queries, companyId: string): Promise<Domain[]> {
  const isTheirs = eq(signOnDomains.companyId, companyId);
  return await db.select().from(signOnDomains).where(isTheirs).orderBy(asc(signOnDomains.domain));
}

/** @returns whether it was added: not if there are `most`, or this one already */
export async function addDomain(
  db: Queries,
  row: Pick<Domain, 'companyId' | 'domain'>,
  most: number,
): Promise<boolean> {
  if ((await db.$count(signOnDomains, eq(signOnDomains.companyId, row.companyId))) >= most) return false;
  const added = db.insert(signOnDomains).values(row).onConflictDoNothing();
  return (await added.returning({ domain: signOnDomains.domain })).length > 0;
}

export async function removeDomain(db: Queries, place: Pick<Domain, 'companyId' | 'domain'>): Promise<boolean> {
  return (await db.delete(signOnDomains).where(isDomain(place)).returning({ domain: signOnDomains.domain })).length > 0;
}

/** Records that its TXT record is looked up now. @returns whether that was permitted: not if it was since `before` */
export async function claimCheck(
  db: Queries,
  place: Pick<Domain, 'companyId' | 'domain'>,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<boolean> {
  const isDue = or(isNull(signOnDomains.checkedAt), lte(signOnDomains.checkedAt, before));
  const update = db
    .update(signOnDomains)
    .set({ checkedAt: now })
    .where(and(isDomain(place), isDue));
  return (await update.returning({ domain: signOnDomains.domain })).length > 0;
}

export async function findDomain(
  db: Queries,
  place: Pick<Domain, 'companyId' | 'domain'>,
): Promise<Domain | undefined> {
  return (await db.select().from(signOnDomains).where(isDomain(place)))[0];
}

/** The company to which a domain belongs. */
export async function findOwner(db: Queries, domain: string): Promise<string | undefined> {
  const { companyId } = signOnDomains;
  const isOwned = and(eq(signOnDomains.domain, domain), isNotNull(signOnDomains.confirmedAt));
  return (await db.select({ companyId }).from(signOnDomains).where(isOwned))[0]?.companyId;
}

/** @returns whether it is the company's. Of two companies at once, one has to wait for the other, and fails with `isOwnedElsewhere`. */
export async function confirmDomain(
  db: Queries,
  place: Pick<Domain, 'companyId' | 'domain'>,
  confirmedAt: Date,
): Promise<boolean> {
  await db.execute(sql`update sign_on_domains set confirmed_at = ${confirmedAt.toISOString()}::timestamptz
    where company_id = ${place.companyId} and domain = ${place.domain} and not exists (
      select from sign_on_domains other where other.domain = ${place.domain} and other.confirmed_at is not null)`);
  return (await findOwner(db, place.domain)) === place.companyId;
}

/** Whether confirming a domain failed because another company did it at the same moment. */
export const isOwnedElsewhere = (error: unknown): boolean => isDuplicate(error, 'sign_on_domains_confirmed');

export async function insertFlow(db: Queries, flow: Flow): Promise<void> {
  await db.insert(signOnFlows).values(flow);
}

/** Uses a flow up. */
export async function takeFlow(
  db: Queries,
  stateHash: string,
  companyId: string,
  now: Date,
): Promise<Flow | undefined> {
  const isIt = and(eq(signOnFlows.stateHash, stateHash), eq(signOnFlows.companyId, companyId));
  const [flow] = await db.delete(signOnFlows).where(isIt).returning();
  return flow && flow.expiresAt > now ? flow : undefined;
}

export async function insertTicket(db: Queries, ticket: Ticket): Promise<void> {
  await db.insert(signOnTickets).values(ticket);
}

/** Uses a ticket up. */
export async function takeTicket(db: Queries, hash: string, now: Date): Promise<Ticket | undefined> {
  const [ticket] = await db.delete(signOnTickets).where(eq(signOnTickets.hash, hash)).returning();
  return ticket && ticket.expiresAt > now ? ticket : undefined;
}

export async function sweep(db: Queries, now: Date): Promise<void> {
  await db.delete(signOnFlows).where(lte(signOnFlows.expiresAt, now));
  await db.delete(signOnTickets).where(lte(signOnTickets.expiresAt, now));
  await db.delete(signOnLogOuts).where(lte(signOnLogOuts.expiresAt, now));
}

interface Identity {
  readonly companyId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The id of the person of an identity. */
export async function findByIdentity(
  db: Queries,
  { companyId, issuer, subject }: Identity,
): Promise<string | undefined> {
  const isIt = and(
    eq(signOnIdentities.companyId, companyId),
    eq(signOnIdentities.issuer, issuer),
    eq(signOnIdentities.subject, subject),
  );
  return (await db.select({ id: signOnIdentities.contactId }).from(signOnIdentities).where(isIt))[0]?.id;
}

/** The id of a person, not of a guest. */
export async function findByEmail(db: Queries, companyId: string, email: string): Promise<string | undefined> {
  const isIt = and(eq(contacts.companyId, companyId), eq(contacts.email, email), eq(contacts.guest, false));
  return (await db.select({ id: contacts.id }).from(contacts).where(isIt))[0]?.id;
}

/** Whether a person has an identity at a provider. */
export async function isTied(db: Queries, contactId: string, issuer: string): Promise<boolean> {
  const isTheirs = and(eq(signOnIdentities.contactId, contactId), eq(signOnIdentities.issuer, issuer));
  return (await db.$count(signOnIdentities, isTheirs)) > 0;
}

/** @returns whether the person is tied to this identity: not if they are to another one of the same provider */
export async function tie(db: Queries, { contactId, ...identity }: Identity & { contactId: string }): Promise<boolean> {
  await db
    .insert(signOnIdentities)
    .values({ ...identity, contactId })
    .onConflictDoNothing();
  return (await findByIdentity(db, identity)) === contactId;
}

export async function untie(db: Queries, contactId: string): Promise<void> {
  await db.delete(signOnIdentities).where(eq(signOnIdentities.contactId, contactId));
}

/** Unties all people of a company. */
export async function untieAll(db: Queries, companyId: string): Promise<void> {
  await db.delete(signOnIdentities).where(eq(signOnIdentities.companyId, companyId));
}

/** Records the use of a logout token. @returns whether it was the first */
export async function useLogOut(db: Queries, row: typeof signOnLogOuts.$inferInsert): Promise<boolean> {
  const inserted = db.insert(signOnLogOuts).values(row).onConflictDoNothing();
  return (await inserted.returning({ hash: signOnLogOuts.hash })).length > 0;
}

/** Whom a logout token names: a person, a session at the provider, or both. */
interface LoggedOut extends Pick<Identity, 'companyId' | 'issuer'> {
  readonly subject?: string | undefined;
  readonly sid?: string | undefined;
}

/** Ends the sessions that a provider has started: also those that it gave no id, if the token names the person. @returns those that ended */
export async function endSessions(db: Queries, { companyId, issuer, subject, sid }: LoggedOut): Promise<Session[]> {
  const isTheirs = sql`${sessions.contactId} in (select id from contacts where company_id = ${companyId})`;
  const isNamed = sid === undefined ? undefined : eq(sessions.signOnSid, sid);
  return await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.signOnIssuer, issuer),
        subject === undefined ? undefined : eq(sessions.signOnSubject, subject),
        isNamed && subject !== undefined ? or(isNamed, isNull(sessions.signOnSid)) : isNamed,
        isTheirs,
      ),
    )
    .returning({ id: sessions.id, contactId: sessions.contactId, deviceId: sessions.deviceId });
}

/** Drops the tickets of sign-ins that have not come to an end: they would start a session after the log-out. */
export async function dropTickets(db: Queries, { companyId, subject, sid }: LoggedOut): Promise<void> {
  const said = (name: string) => sql`${signOnTickets.outcome} -> 'claims' ->> ${name}`;
  const isPerson = subject === undefined ? undefined : sql`${said('subject')} = ${subject}`;
  const isSession = sid === undefined ? undefined : sql`${said('sid')} = ${sid}`;
  const isNamed = isPerson && isSession ? or(isSession, sql`${said('sid')} is null`) : isSession;
  await db.delete(signOnTickets).where(and(eq(signOnTickets.companyId, companyId), isPerson, isNamed));
}

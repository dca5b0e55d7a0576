/** All SQL of invitations. */
import type { RoleCode } from '@earth/contracts';
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, max, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../db/database';
import { addressBook, companies, contacts, invitationMails, invitations } from '../../../db/schema';

/** An invitation that is neither used nor revoked, with its inviter's name. */
export interface OpenInvitation {
  readonly id: string;
  readonly companyId: string;
  readonly inviterId: string;
  readonly inviterName: string;
  readonly email: string;
  readonly name: string;
  readonly role: RoleCode;
  readonly language: string | null;
  readonly hash: string;
  readonly replacedHash: string | null;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

const shown = {
  id: invitations.id,
  companyId: invitations.companyId,
  inviterId: invitations.inviterId,
  inviterName: contacts.name,
  email: invitations.email,
  name: invitations.name,
  role: invitations.role,
  language: invitations.language,
  hash: invitations.hash,
  replacedHash: invitations.replacedHash,
  sentAt: invitations.sentAt,
  expiresAt: invitations.expiresAt,
};
const isOpen = and(isNull(invitations.usedAt), isNull(invitations.revokedAt));

/** The open invitations of a company, the last sent first. */
export async function listOpen(db: Queries, companyId: string): Promise<OpenInvitation[]> {
  return await db
    .select(shown)
    .from(invitations)
    .innerJoin(contacts, eq(contacts.id, invitations.inviterId))
    .where(and(eq(invitations.companyId, companyId), isOpen))
    .orderBy(desc(invitations.sentAt), desc(invitations.id));
}

interface InCompany {
  readonly id: string;
  readonly companyId: string;
}

/** The e-mail address of an open invitation. */
export async function findEmail(db: Queries, { id, companyId }: InCompany): Promise<string | undefined> {
  const [row] = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.companyId, companyId), isOpen));
  return row?.email;
}

/** Locked until the transaction ends. */
export async function lockOpen(db: Queries, { id, companyId }: InCompany): Promise<OpenInvitation | undefined> {
  const [row] = await db
    .select(shown)
    .from(invitations)
    .innerJoin(contacts, eq(contacts.id, invitations.inviterId))
    .where(and(eq(invitations.id, id), eq(invitations.companyId, companyId), isOpen))
    .for('update', { of: invitations });
  return row;
}

export interface Inviter {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly email: string;
  readonly companyName: string;
}

export async function findInviter(db: Queries, contactId: string): Promise<Inviter | undefined> {
  const [inviter] = await db
    .select({
      id: contacts.id,
      companyId: contacts.companyId,
      name: contacts.name,
      email: contacts.email,
      companyName: companies.name,
    })
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .where(eq(contacts.id, contactId));
  return inviter;
}

/** Whether the contact and the person of the e-mail address are in each other's address books. */
export async function areAcquainted(db: Queries, { id, companyId }: Inviter, email: string): Promise<boolean> {
  const back = alias(addressBook, 'back');
  const rows = await db
    .select({ id: addressBook.id })
    .from(addressBook)
    .innerJoin(contacts, eq(contacts.id, addressBook.contactId))
    .innerJoin(back, and(eq(back.ownerId, contacts.id), eq(back.contactId, id)))
    .where(and(eq(addressBook.ownerId, id), eq(contacts.companyId, companyId), eq(contacts.email, email)));
  return rows.length > 0;
}

/** Locks an e-mail address: other mails to it wait until this transaction is done. */
export async function lockEmail(db: Queries, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitation:${email}`}, 0))`);
}

/** When the last invitation went to an e-mail address, from any company, or this invitation to any address. */
export async function findLastSent(db: Queries, email: string, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ sentAt: max(invitations.sentAt) })
    .from(invitations)
    .where(or(eq(invitations.email, email), eq(invitations.id, id)));
  return row?.sentAt ?? null;
}

/**
 * Daily limit: when a person sent their `count`th newest mail, of those since `since`. An advisory lock makes their other mails
 * wait until this transaction is done.
 * @returns undefined if there are fewer
 */
export async function lockNthNewestMail(
  db: Queries,
  { senderId, since, count }: { readonly senderId: string; readonly since: Date; readonly count: number },
): Promise<Date | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations by:${senderId}`}, 0))`);
  const { sentAt } = invitationMails;
  const [mail] = await db
    .select({ sentAt })
    .from(invitationMails)
    .where(and(eq(invitationMails.senderId, senderId), gt(sentAt, since)))
    .orderBy(desc(sentAt))
    .offset(count - 1)
    .limit(1);
  return mail?.sentAt;
}

/** Records a mail for the limit; records that count no more are deleted. */
export async function insertMail(
  db: Queries,
  mail: { readonly hash: string; readonly senderId: string; readonly sentAt: Date },
  since: Date,
): Promise<void> {
  await db
    .delete(invitationMails)
    .where(and(eq(invitationMails.senderId, mail.senderId), lte(invitationMails.sentAt, since)));
  await db.insert(invitationMails).values(mail);
}

/** The mail could not be sent. */
export async function deleteMail(db: Queries, hash: string): Promise<void> {
  await db.delete(invitationMails).where(eq(invitationMails.hash, hash));
}

interface Place {
  readonly inviterId: string;
  readonly email: string;
  readonly now: Date;
}

/** Revokes the expired invitations of an inviter to an e-mail address; `id` stays. */
export async function revokeExpired(db: Queries, { inviterId, email, now }: Place, id: string): Promise<void> {
  const isTheirs = and(eq(invitations.inviterId, inviterId), eq(invitations.email, email));
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(isTheirs, isOpen, lte(invitations.expiresAt, now), ne(invitations.id, id)));
}

/** Whether the inviter has an open invitation to an e-mail address, other than `id`. */
export async function hasOther(db: Queries, { inviterId, email }: Omit<Place, 'now'>, id: string): Promise<boolean> {
  const isTheirs = and(eq(invitations.inviterId, inviterId), eq(invitations.email, email));
  return (await db.$count(invitations, and(isTheirs, isOpen, ne(invitations.id, id)))) > 0;
}

export async function insertInvitation(db: Queries, row: Omit<OpenInvitation, 'inviterName'>): Promise<void> {
  const { id, companyId, ...sending } = row;
  await db.insert(invitations).values({ id, companyId, ...valuesOf(sending) });
}

export type Sending = Pick<
  OpenInvitation,
  'inviterId' | 'email' | 'name' | 'role' | 'language' | 'hash' | 'replacedHash' | 'sentAt' | 'expiresAt'
>;

/** The stored columns of a mail; the argument may have more. */
const valuesOf = ({ inviterId, email, name, role, language, hash, replacedHash, sentAt, expiresAt }: Sending) => ({
  inviterId,
  email,
  name,
  role,
  language,
  hash,
  replacedHash,
  sentAt,
  expiresAt,
});

export async function updateInvitation(db: Queries, id: string, sending: Sending): Promise<void> {
  await db.update(invitations).set(valuesOf(sending)).where(eq(invitations.id, id));
}

/** Deletes an invitation that could not be sent, unless it was sent again meanwhile. */
export async function deleteInvitation(db: Queries, id: string, hash: string): Promise<void> {
  await db.delete(invitations).where(and(eq(invitations.id, id), eq(invitations.hash, hash)));
}

/** Restores an invitation that could not be sent again, unless it was sent again meanwhile. */
export async function restoreInvitation(db: Queries, before: OpenInvitation, hash: string): Promise<void> {
  await db
    .update(invitations)
    .set(valuesOf(before))
    .where(and(eq(invitations.id, before.id), eq(invitations.hash, hash), isOpen));
}

export async function revokeInvitation(db: Queries, id: string, now: Date): Promise<void> {
  await db.update(invitations).set({ revokedAt: now }).where(eq(invitations.id, id));
}

/** Deletes invitations that were used, revoked or expired before a time. */
export async function deleteOver(db: Queries, before: Date): Promise<void> {
  const isOver = or(
    lt(invitations.usedAt, before),
    lt(invitations.revokedAt, before),
    lt(invitations.expiresAt, before),
  );
  // Rows that another transaction has locked are left for the next sweep.
  const over = db.select({ id: invitations.id }).from(invitations).where(isOver).for('update', { skipLocked: true });
  await db.delete(invitations).where(inArray(invitations.id, over));
}

const withCode = {
  ...shown,
  usedAt: invitations.usedAt,
  revokedAt: invitations.revokedAt,
  company: { code: companies.code, name: companies.name },
  /** Whether the inviter is an admin by now. */
  isByAdmin: sql<boolean>`(${contacts.role} = 'ADMIN' and ${contacts.disabledAt} is null)`,
};

const selectSent = (db: Queries, where: SQL | undefined) =>
  db
    .select(withCode)
    .from(invitations)
    .innerJoin(contacts, eq(contacts.id, invitations.inviterId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .where(where)
    .orderBy(asc(invitations.id));

/** All invitations to an e-mail address, over or not. */
export async function findSentTo(db: Queries, email: string) {
  return await selectSent(db, eq(invitations.email, email));
}

/** The same, locked: always in the same order. */
export async function lockSentTo(db: Queries, email: string) {
  return await selectSent(db, eq(invitations.email, email)).for('update', { of: invitations });
}

export type SentInvitation = Awaited<ReturnType<typeof findSentTo>>[number];

/** The valid invitations of a company to an e-mail address; locked. */
export async function lockValidTo(
  db: Queries,
  { companyId, email, now }: { readonly companyId: string; readonly email: string; readonly now: Date },
): Promise<SentInvitation[]> {
  const isTheirs = and(eq(invitations.companyId, companyId), eq(invitations.email, email));
  return await selectSent(db, and(isTheirs, isOpen, gt(invitations.expiresAt, now))).for('update', { of: invitations });
}

export async function useUp(db: Queries, id: string, now: Date): Promise<void> {
  await db.update(invitations).set({ usedAt: now }).where(eq(invitations.id, id));
}

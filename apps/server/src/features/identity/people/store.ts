/** All SQL of the people of a company. */
import type { RoleCode } from '@earth/contracts';
import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, contacts, guestLinks, invitations } from '../../../db/schema';

export interface AskedPeople {
  readonly page: number;
  readonly pageSize: number;
  readonly query?: string | undefined;
  readonly sort: 'name' | 'role' | 'lastSeen';
  readonly order: 'asc' | 'desc';
}

const isPerson = (companyId: string) =>
  and(eq(contacts.companyId, companyId), not(contacts.guest), not(contacts.former));

const columnsAt = (now: Date) => ({
  id: contacts.id,
  name: contacts.name,
  email: contacts.email,
  role: contacts.role,
  disabledAt: contacts.disabledAt,
  createdAt: contacts.createdAt,
  hasProtectedKeys: sql<boolean>`${contacts.keyVault} is not null`,
  lastSeenAt: contacts.lastSeenAt,
  devicesCount: sql<number>`(select count(*)::int from sessions
    where sessions.contact_id = contacts.id and sessions.expires_at > ${now.toISOString()})`,
});

function orderOf({ sort, order }: AskedPeople): SQL {
  const way = sql.raw(order);
  if (sort === 'role') return sql`role ${way}, plain(name), id`;
  if (sort === 'lastSeen') return sql`last_seen_at ${way} nulls last, id`;
  return sql`plain(name) ${way}, id`;
}

export async function findPeople(db: Queries, companyId: string, asked: AskedPeople, now: Date) {
  const { page, pageSize, query } = asked;
  const holds = query
    ? or(
        sql`strpos(plain(${contacts.name}), plain(${query})) > 0`,
        sql`strpos(lower(${contacts.email}), lower(${query})) > 0`,
      )
    : undefined;
  const where = and(isPerson(companyId), holds);
  const items = await db
    .select(columnsAt(now))
    .from(contacts)
    .where(where)
    .orderBy(orderOf(asked))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items, total: await db.$count(contacts, where) };
}

export async function findPerson(db: Queries, companyId: string, id: string, now: Date) {
  const [row] = await db
    .select(columnsAt(now))
    .from(contacts)
    .where(and(isPerson(companyId), eq(contacts.id, id)));
  return row;
}
export type PersonRecord = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export async function findService(db: Queries, companyId: string) {
  const [row] = await db
    .select({
      isPaid: companies.paidService,
      purchasedMinutes: companies.purchasedMinutes,
      usedMinutes: companies.usedMinutes,
      expires: companies.expiresAt,
      requiresProtectedKeys: companies.requiresProtectedKeys,
    })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!row) throw new Error('The company is gone');
  return { ...row, expires: row.expires?.toISOString() ?? null };
}

export async function lockCompany(db: Queries, companyId: string): Promise<void> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
}

export const isAdmin = async (db: Queries, id: string): Promise<boolean> =>
  (await db.$count(contacts, and(eq(contacts.id, id), eq(contacts.role, 'ADMIN'), isNull(contacts.disabledAt)))) > 0;

export async function lockPerson(db: Queries, companyId: string, id: string) {
  const { name, email, role, disabledAt } = contacts;
  const [row] = await db
    .select({ id: contacts.id, companyId: contacts.companyId, name, email, role, disabledAt })
    .from(contacts)
    .where(and(isPerson(companyId), eq(contacts.id, id)))
    .for('no key update');
  return row;
}
export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

export async function setRole(db: Queries, id: string, role: RoleCode): Promise<void> {
  await db.update(contacts).set({ role }).where(eq(contacts.id, id));
}

export async function setDisabled(db: Queries, id: string, disabledAt: Date | null): Promise<void> {
  await db.update(contacts).set({ disabledAt }).where(eq(contacts.id, id));
}

/** Invitations to the person and by them, and their guest links, that nobody has used yet. */
export async function revokeOffers(db: Queries, { id, companyId, email }: LockedPerson, now: Date): Promise<void> {
  const isTheirs = or(eq(invitations.inviterId, id), eq(invitations.email, email));
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(eq(invitations.companyId, companyId), isTheirs, isNull(invitations.usedAt), isNull(invitations.revokedAt)),
    );
  await db
    .update(guestLinks)
    .set({ revokedAt: now })
    .where(and(eq(guestLinks.makerId, id), isNull(guestLinks.usedAt), isNull(guestLinks.revokedAt)));
}

/** Names another admin as that of the company, if this contact was it. */
export async function replaceCompanyAdmin(db: Queries, id: string, byId: string): Promise<void> {
  await db.update(companies).set({ adminId: byId }).where(eq(companies.adminId, id));
}

/** Of each table, a column that names the person, and what is left out: secrets of the account, and hashes. */
const TABLES = [
  ['contacts', 'id', ['private_key', 'key_vault']],
  ['former_keys', 'contact_id', []],
  ['sessions', 'contact_id', ['node_id']],
  ['push_tokens', null, ['p256dh', 'auth', 'busy_until', 'not_before']],
  ['address_book', 'owner_id', []],
  ['known_keys', 'contact_id', []],
  ['profile_pictures', 'owner_id', []],
  ['contact_notes', 'owner_id', []],
  ['invitations', 'inviter_id', ['hash', 'replaced_hash']],
  ['guest_links', 'maker_id', ['hash']],
  ['call_targets', 'contact_id', []],
  ['call_notes', 'author_id', []],
  ['call_labels', 'author_id', []],
  ['call_ratings', 'contact_id', []],
  ['call_messages', 'sender_id', []],
  ['room_messages', 'sender_id', []],
  ['call_pics', 'contact_id', []],
  ['call_pics', 'taken_by_id', []],
  ['call_recordings', 'contact_id', []],
  ['call_drawings', 'author_id', []],
  ['room_participants', 'contact_id', []],
  ['content_history', 'contact_id', ['snapshot']],
  ['terms_acceptances', 'contact_id', []],
  ['api_tokens', 'created_by_id', ['hash']],
] as const;

/** The rows of a person, by table, newest first. */
export async function readAllOf(db: Queries, id: string): Promise<Record<string, Record<string, unknown>[]>> {
  const all: Record<string, Record<string, unknown>[]> = {};
  for (const [table, column, secrets] of TABLES) {
    const from = sql.identifier(table);
    const isTheirs =
      column === null
        ? sql`session_id in (select id from sessions where contact_id = ${id})`
        : sql`${sql.identifier(column)} = ${id}`;
    const { rows } = await db.execute<{ one: Record<string, unknown> }>(
      sql`select to_jsonb(${from}) - ${sql.param([...secrets])}::text[] as one from ${from} where ${isTheirs}`,
    );
    all[table] = [...(all[table] ?? []), ...rows.map(({ one }) => one)];
  }
  return all;
}

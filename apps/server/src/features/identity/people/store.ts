/** All SQL of the people of a company. */
import { PEOPLE_MAX, type RoleCode } from '@earth/contracts';
import { and, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, contacts, directoryPeople, guestLinks, invitations } from '../../../db/schema';

export interface AskedPeople {
  readonly page: number;
  readonly pageSize: number;
  readonly query?: string | undefined;
  readonly sort: 'name' | 'role' | 'lastSeen';
  readonly order: 'asc' | 'desc';
}

export const isPerson = (companyId: string) =>
  and(eq(contacts.companyId, companyId), not(contacts.guest), not(contacts.former));

/**
 * Whether a row of `api_tokens` is valid. One with which people are changed is so only while its maker is an admin who can sign in: otherwise
 * an admin who was shut out could let themselves in with it.
 */
export const isTokenValid = (now: Date) => sql<boolean>`(api_tokens.expires_at > ${now.toISOString()}
  and (not api_tokens.scopes ? 'people' or exists (select from contacts as maker
    where maker.id = api_tokens.created_by_id and maker.role = 'ADMIN' and maker.disabled_at is null)))`;

/**
 * What the directory says of a contact; null: it does not provide them, or no token that lets it do so is valid, so that nobody is left whom
 * neither admins nor a directory can change.
 */
const directoryAt = (now: Date) => sql<{ givesRole: boolean; isActive: boolean } | null>`(
  select json_build_object('givesRole', directory_people.gives_role, 'isActive', directory_people.is_active)
  from directory_people where directory_people.contact_id = contacts.id and directory_people.user_key is not null
  and exists (select from api_tokens where api_tokens.company_id = directory_people.company_id
    and api_tokens.scopes ? 'people' and ${isTokenValid(now)}))`;

const columnsAt = (now: Date) => ({
  id: contacts.id,
  name: contacts.name,
  email: contacts.email,
  role: contacts.role,
  disabledAt: contacts.disabledAt,
  createdAt: contacts.createdAt,
  hasProtectedKeys: sql<boolean>`${contacts.keyVault} is not null`,
  hasKeys: contacts.hasKeys,
  jobTitle: contacts.companyRole,
  directory: directoryAt(now),
  hasSignOn: sql<boolean>`exists (select from sign_on_identities where contact_id = contacts.id)`,
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

const lockedAt = (now: Date) => ({
  id: contacts.id,
  companyId: contacts.companyId,
  name: contacts.name,
  email: contacts.email,
  role: contacts.role,
  jobTitle: contacts.companyRole,
  disabledAt: contacts.disabledAt,
  directory: directoryAt(now),
});

export async function lockPerson(db: Queries, companyId: string, id: string, now: Date) {
  const [row] = await db
    .select(lockedAt(now))
    .from(contacts)
    .where(and(isPerson(companyId), eq(contacts.id, id)))
    .for('no key update');
  return row;
}
export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

/** The people who have one of these e-mail addresses. */
export async function lockPeopleOf(db: Queries, companyId: string, emails: readonly string[], now: Date) {
  return await db
    .select(lockedAt(now))
    .from(contacts)
    .where(and(isPerson(companyId), sql`${contacts.email} = any(${sql.param(emails)}::text[])`))
    .for('no key update');
}

/** Whether a company may have so many more people. Exact while the company is locked. */
export const hasRoomFor = async (db: Queries, companyId: string, added: number): Promise<boolean> =>
  (await db.$count(contacts, isPerson(companyId))) + added <= PEOPLE_MAX;

export interface AddedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: RoleCode;
  readonly jobTitle: string | null;
  readonly isDisabled: boolean;
}

/**
 * Inserts people who get their keys at their first sign-in.
 * @returns how many; fewer, if a guest or a former user has the address
 */
export async function insertPeople(
  db: Queries,
  { companyId, now }: { readonly companyId: string; readonly now: Date },
  people: readonly AddedPerson[],
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into contacts (id, company_id, name, email, role, company_role, disabled_at, public_key, private_key, has_keys, created_at)
    select id, ${companyId}, name, email, role, "jobTitle", case when "isDisabled" then ${now.toISOString()}::timestamptz end,
      '', '', false, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as added (id uuid, name text, email text, role text, "jobTitle" text, "isDisabled" boolean)
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Whether somebody else in the company, a guest and a former user too, has the e-mail address. */
export const isTaken = async (
  db: Queries,
  { companyId, email, id }: Pick<LockedPerson, 'companyId' | 'email' | 'id'>,
) =>
  (await db.$count(
    contacts,
    and(eq(contacts.companyId, companyId), eq(contacts.email, email), sql`${contacts.id} <> ${id}`),
  )) > 0;

export async function updatePeople(
  db: Queries,
  people: readonly Pick<AddedPerson, 'id' | 'name' | 'email' | 'role' | 'jobTitle'>[],
): Promise<void> {
  await db.execute(sql`
    update contacts set name = changed.name, email = changed.email, role = changed.role, company_role = changed."jobTitle",
      company_role_it = case when company_role is distinct from changed."jobTitle" then null else company_role_it end
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as changed (id uuid, name text, email text, role text, "jobTitle" text)
    where contacts.id = changed.id`);
}

export async function setRole(db: Queries, id: string, role: RoleCode): Promise<void> {
  await db.update(contacts).set({ role }).where(eq(contacts.id, id));
}

export async function setDisabled(db: Queries, ids: readonly string[], disabledAt: Date | null): Promise<void> {
  await db
    .update(contacts)
    .set({ disabledAt })
    .where(inArray(contacts.id, [...ids]));
}

/** That something of a person has changed, for the version that a directory sees. */
export async function touchDirectory(db: Queries, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(directoryPeople)
    .set({ changedAt: now })
    .where(inArray(directoryPeople.contactId, [...ids]));
}

const isOpen = (companyId: string) =>
  and(eq(invitations.companyId, companyId), isNull(invitations.usedAt), isNull(invitations.revokedAt));

/** The company's open invitations to e-mail addresses. */
export async function revokeInvitationsTo(
  db: Queries,
  companyId: string,
  emails: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(isOpen(companyId), inArray(invitations.email, [...emails])));
}

/** Invitations to the people and by them, and their guest links, that nobody has used yet. */
export async function revokeOffers(
  db: Queries,
  companyId: string,
  people: readonly Pick<LockedPerson, 'id' | 'email'>[],
  now: Date,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const emails = people.map(({ email }) => email);
  await revokeInvitationsTo(db, companyId, emails, now);
  await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(isOpen(companyId), inArray(invitations.inviterId, ids)));
  await db
    .update(guestLinks)
    .set({ revokedAt: now })
    .where(and(inArray(guestLinks.makerId, ids), isNull(guestLinks.usedAt), isNull(guestLinks.revokedAt)));
}

/** An admin who can sign in, other than this person. */
export async function findOtherAdmin(db: Queries, { companyId, id }: Pick<LockedPerson, 'companyId' | 'id'>) {
  const isAble = and(isPerson(companyId), eq(contacts.role, 'ADMIN'), isNull(contacts.disabledAt));
  const [row] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(isAble, sql`${contacts.id} <> ${id}`))
    .orderBy(contacts.createdAt, contacts.id)
    .limit(1);
  return row?.id;
}

/** Names another admin as that of the company, if one of these contacts was it. */
export async function replaceCompanyAdmin(db: Queries, ids: readonly string[], byId: string): Promise<void> {
  await db
    .update(companies)
    .set({ adminId: byId })
    .where(inArray(companies.adminId, [...ids]));
}

/** Of each table, a column that names the person, and what is left out: secrets of the account, and hashes. */
const TABLES = [
  ['contacts', 'id', ['private_key', 'key_vault']],
  ['directory_people', 'contact_id', []],
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
  ['sign_on_identities', 'contact_id', []],
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

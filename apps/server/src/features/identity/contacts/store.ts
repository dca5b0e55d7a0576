/** All SQL of contacts. */
import type { FormerKey, RoleCode } from '@earth/contracts';
import { and, asc, eq, exists, isNull, lt, ne, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { createStatement } from '../../../db/statement';
import { addressBook, companies, contacts, sessions } from '../../../db/schema';

/** A contact with everything that others may see of it. One without keys is seen by nobody. */
export interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly publicKey: string;
  readonly formerKeys: readonly FormerKey[];
  readonly hasProtectedKeys: boolean;
  readonly role: RoleCode;
  readonly companyRole: string | null;
  readonly companyRoleIt: string | null;
  readonly phone: string | null;
  readonly allowedToCall: boolean;
  readonly available: boolean;
  readonly lastSeenAt: Date | null;
  readonly isSignedIn: boolean;
  readonly inCall: boolean;
  readonly isGuest: boolean;
  readonly company: { readonly id: string; readonly code: string; readonly name: string };
}

const selectContacts = (db: Queries, now: Date | Placeholder, where: SQL | undefined) =>
  db
    .select({
      id: contacts.id,
      name: contacts.name,
      email: contacts.email,
      publicKey: contacts.publicKey,
      formerKeys: sql<FormerKey[]>`(
        select coalesce(json_agg(json_build_object(
          'publicKey', former_keys.public_key,
          'replacedDate', to_char(former_keys.replaced_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by former_keys.replaced_at desc), '[]')
        from former_keys where former_keys.contact_id = contacts.id)`,
      hasProtectedKeys: sql<boolean>`${contacts.keyVault} is not null`,
      role: contacts.role,
      companyRole: contacts.companyRole,
      companyRoleIt: contacts.companyRoleIt,
      phone: contacts.phone,
      allowedToCall: contacts.allowedToCall,
      available: contacts.available,
      lastSeenAt: contacts.lastSeenAt,
      isGuest: contacts.guest,
      isSignedIn: sql<boolean>`exists (
        select from sessions where sessions.contact_id = contacts.id and sessions.expires_at > ${now})`,
      inCall: sql<boolean>`exists (
        select from call_targets where call_targets.contact_id = contacts.id and call_targets.state = 'joined')`,
      company: { id: companies.id, code: companies.code, name: companies.name },
    })
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .where(and(where, contacts.hasKeys))
    .orderBy(asc(contacts.name), asc(contacts.id));

const contactsById = createStatement((db) =>
  selectContacts(db, sql.placeholder('now'), sql`${contacts.id} = any(${sql.placeholder('ids')}::uuid[])`).prepare(
    'contacts',
  ),
);

export async function findContacts(db: Queries, now: Date, ids: readonly string[]): Promise<ContactRow[]> {
  return ids.length === 0 ? [] : await contactsById(db).execute({ now, ids });
}

/** The operators and admins of a company who may sign in. */
export async function findControllers(db: Queries, now: Date, companyId: string): Promise<ContactRow[]> {
  return await selectContacts(
    db,
    now,
    and(eq(contacts.companyId, companyId), ne(contacts.role, 'ASSISTED'), isNull(contacts.disabledAt)),
  );
}

export async function findContactByEmail(
  db: Queries,
  now: Date,
  { companyId, email }: { readonly companyId: string; readonly email: string },
): Promise<ContactRow | undefined> {
  const [row] = await selectContacts(
    db,
    now,
    and(eq(contacts.companyId, companyId), eq(contacts.email, email), isNull(contacts.disabledAt)),
  );
  return row;
}

/** Of a person who can sign in: for their colleagues, and for those whom they have in the address book. */
export async function findDetailsFor(
  db: Queries,
  reader: { readonly contactId: string; readonly companyId: string },
  id: string,
): Promise<Pick<ContactRow, 'email' | 'phone' | 'companyRole' | 'companyRoleIt'> | undefined> {
  const hasReader = exists(
    db
      .select({ one: sql`1` })
      .from(addressBook)
      .where(and(eq(addressBook.ownerId, contacts.id), eq(addressBook.contactId, reader.contactId))),
  );
  const [row] = await db
    .select({
      email: contacts.email,
      phone: contacts.phone,
      companyRole: contacts.companyRole,
      companyRoleIt: contacts.companyRoleIt,
    })
    .from(contacts)
    .where(
      and(
        eq(contacts.id, id),
        not(contacts.guest),
        isNull(contacts.disabledAt),
        contacts.hasKeys,
        or(eq(contacts.companyId, reader.companyId), hasReader),
      ),
    );
  return row;
}

export interface Newcomer {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: RoleCode;
  readonly companyRole: string | null;
  readonly companyRoleIt?: string;
  readonly guest?: boolean;
}

export interface NewContact extends Newcomer {
  readonly id: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** If the company has got a contact of that e-mail address meanwhile, that one stays. */
export async function insertContact(db: Queries, contact: NewContact): Promise<void> {
  await db.insert(contacts).values(contact).onConflictDoNothing();
}

export async function setAvailable(db: Queries, contactId: string, available: boolean): Promise<void> {
  await db.update(contacts).set({ available }).where(eq(contacts.id, contactId));
}

export async function setPhone(db: Queries, contactId: string, phone: string | null): Promise<void> {
  await db.update(contacts).set({ phone }).where(eq(contacts.id, contactId));
}

/** Records a sign of life of contacts. Of concurrent updates the later moment stays. */
export async function markSeen(db: Queries, contactIds: readonly string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  await db
    .update(contacts)
    .set({ lastSeenAt: now })
    .where(
      and(
        sql`${contacts.id} = any(${sql.param(contactIds)}::uuid[])`,
        or(isNull(contacts.lastSeenAt), lt(contacts.lastSeenAt, now)),
      ),
    );
}

/** Records a sign of life of a device. */
export async function markDeviceSeen(db: Queries, sessionId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ seenAt: now }).where(eq(sessions.id, sessionId));
}

/** The contacts who have each of these contacts in the address book. */
export async function ownersOf(db: Queries, contactIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ contactId: addressBook.contactId, ownerId: addressBook.ownerId })
    .from(addressBook)
    .where(sql`${addressBook.contactId} = any(${sql.param(contactIds)}::uuid[])`)
    .prepare('owners of contacts')
    .execute();
  const owners = new Map<string, string[]>();
  for (const { contactId, ownerId } of rows) owners.set(contactId, [...(owners.get(contactId) ?? []), ownerId]);
  return owners;
}

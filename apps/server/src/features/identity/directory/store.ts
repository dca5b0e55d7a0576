/** All SQL of SCIM. */
import type { RoleCode } from '@earth/contracts';
import { and, asc, eq, getTableColumns, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { contacts, type DirectoryNames, directoryPeople } from '../../../db/schema';
import { isPerson } from '../people';

export type { DirectoryNames };

/** A stored person. */
export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: RoleCode;
  readonly jobTitle: string | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  /** Null: the directory has said nothing of them yet. */
  readonly userName: string | null;
  readonly externalKey: string | null;
  readonly names: DirectoryNames | null;
  readonly givesRole: boolean | null;
  /** Its last word; an admin may have disabled somebody who is active for it. */
  readonly isActive: boolean | null;
  readonly changedAt: Date | null;
}

const columns = {
  id: contacts.id,
  email: contacts.email,
  name: contacts.name,
  role: contacts.role,
  jobTitle: contacts.companyRole,
  disabledAt: contacts.disabledAt,
  createdAt: contacts.createdAt,
  userName: directoryPeople.userName,
  externalKey: directoryPeople.externalKey,
  names: directoryPeople.names,
  givesRole: directoryPeople.givesRole,
  isActive: directoryPeople.isActive,
  changedAt: directoryPeople.changedAt,
};

/** Names are compared by their keys, which are made here alone: the database lowers by its locale. */
export const keyOf = (userName: string): string => userName.normalize('NFC').toLowerCase();

/** The key of a user, which is the e-mail address until the directory says another one. */
export const shownKey = sql`coalesce(${directoryPeople.userKey}, ${contacts.email})`;

/** The people of the company whom the directory has not deleted; of one that it never mentioned, nothing of `directory_people` is known. */
const isUser = (companyId: string) =>
  and(isPerson(companyId), or(isNull(directoryPeople.contactId), isNotNull(directoryPeople.userKey)));

const users = (db: Queries) =>
  db.select(columns).from(contacts).leftJoin(directoryPeople, eq(directoryPeople.contactId, contacts.id));

interface Page {
  /** Counted from 0. */
  readonly offset: number;
  readonly count: number;
}

export async function findUsers(db: Queries, companyId: string, where: SQL | undefined, { offset, count }: Page) {
  const isFound = and(isUser(companyId), where);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(contacts)
    .leftJoin(directoryPeople, eq(directoryPeople.contactId, contacts.id))
    .where(isFound);
  const total = counted?.total ?? 0;
  if (count === 0 || offset >= total) return { total, records: [] };
  const records = await users(db)
    .where(isFound)
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .limit(count)
    .offset(offset);
  return { total, records };
}

export async function findUser(db: Queries, companyId: string, id: string): Promise<UserRecord | undefined> {
  const [record] = await users(db).where(and(isUser(companyId), eq(contacts.id, id)));
  return record;
}

/** Whether a user has this name, or this address and is provided already. The person of the address is else provided from now on. */
export async function isProvided(
  db: Queries,
  companyId: string,
  { userName, email }: { readonly userName: string; readonly email: string },
): Promise<boolean> {
  const isTheirs = and(eq(contacts.email, email), isNotNull(directoryPeople.userKey));
  const isNamesake = and(ne(contacts.email, email), eq(shownKey, keyOf(userName)));
  const found = await users(db)
    .where(and(isUser(companyId), or(isTheirs, isNamesake)))
    .limit(1);
  return found.length > 0;
}

/** Whether another user has this name. */
export async function hasNamesake(db: Queries, companyId: string, { userName, id }: { userName: string; id: string }) {
  const found = await users(db)
    .where(and(isUser(companyId), eq(shownKey, keyOf(userName)), ne(contacts.id, id)))
    .limit(1);
  return found.length > 0;
}

/** The person of the company with this e-mail address, also one whom the directory has deleted. */
export async function findByEmail(db: Queries, companyId: string, email: string): Promise<UserRecord | undefined> {
  const [record] = await users(db).where(and(isPerson(companyId), eq(contacts.email, email)));
  return record;
}

export async function saveEntry(db: Queries, entry: typeof directoryPeople.$inferInsert): Promise<void> {
  const { contactId } = getTableColumns(directoryPeople);
  await db.insert(directoryPeople).values(entry).onConflictDoUpdate({ target: contactId, set: entry });
}

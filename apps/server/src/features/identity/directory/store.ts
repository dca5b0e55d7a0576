/** All SQL of SCIM. */
import type { RoleCode } from '@earth/contracts';
import { and, asc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
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
  changedAt: directoryPeople.changedAt,
};

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

/** Whom the directory already provides under one of these names; not somebody of whom it never said anything. */
export async function isProvided(
  db: Queries,
  companyId: string,
  { userName, email }: { readonly userName: string; readonly email: string },
): Promise<boolean> {
  const isSame = or(eq(directoryPeople.userKey, userName.toLowerCase()), eq(contacts.email, email));
  const found = await users(db)
    .where(and(isPerson(companyId), isNotNull(directoryPeople.userKey), isSame))
    .limit(1);
  return found.length > 0;
}

/** Whether somebody else is provided under this name. */
export async function hasNamesake(db: Queries, companyId: string, { userName, id }: { userName: string; id: string }) {
  const { userKey, contactId } = directoryPeople;
  const isOther = sql`${contactId} <> ${id}`;
  return (
    (await db.$count(
      directoryPeople,
      and(eq(directoryPeople.companyId, companyId), eq(userKey, userName.toLowerCase()), isOther),
    )) > 0
  );
}

/** The person of the company with this e-mail address. */
export async function findIdOf(db: Queries, companyId: string, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(isPerson(companyId), eq(contacts.email, email)));
  return row?.id;
}

export async function saveEntry(db: Queries, entry: typeof directoryPeople.$inferInsert): Promise<void> {
  const { contactId } = getTableColumns(directoryPeople);
  await db.insert(directoryPeople).values(entry).onConflictDoUpdate({ target: contactId, set: entry });
}

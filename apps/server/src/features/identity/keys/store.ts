/** All SQL of people's own keys. */
import { and, count, eq, isNotNull, not, sql } from 'drizzle-orm';
import type { CompanyKeys } from '@earth/contracts';
import type { Queries } from '../../../db/database';
import { companies, contacts, formerKeys, knownKeys } from '../../../db/schema';
import { ApiError } from '../../../http/api-error';

interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly keyVault: string | null;
}

export async function findKeys(db: Queries, contactId: string): Promise<Keys> {
  const [keys] = await db
    .select({ publicKey: contacts.publicKey, privateKey: contacts.privateKey, keyVault: contacts.keyVault })
    .from(contacts)
    .where(eq(contacts.id, contactId));
  if (!keys) throw new ApiError('sessionEnded');
  return keys;
}

/** The former public bundles. */
export async function findFormer(db: Queries, contactId: string): Promise<string[]> {
  const rows = await db
    .select({ publicKey: formerKeys.publicKey })
    .from(formerKeys)
    .where(eq(formerKeys.contactId, contactId));
  return rows.map(({ publicKey }) => publicKey);
}

interface NewVault {
  readonly contactId: string;
  readonly publicKey: string;
  readonly keyVault: string;
}

/** Replaces the keys; a private key that the server had is deleted. */
export async function replaceKeys(
  db: Queries,
  { contactId, publicKey, keyVault, before, now }: NewVault & { readonly before: Keys; readonly now: Date },
): Promise<void> {
  await db.insert(formerKeys).values({ contactId, publicKey: before.publicKey, replacedAt: now });
  await db.update(contacts).set({ publicKey, privateKey: '', keyVault }).where(eq(contacts.id, contactId));
}

/** @returns whether there was a vault of this very bundle */
export async function replaceVault(db: Queries, { contactId, publicKey, keyVault }: NewVault): Promise<boolean> {
  const changed = await db
    .update(contacts)
    .set({ keyVault })
    .where(and(eq(contacts.id, contactId), eq(contacts.publicKey, publicKey), isNotNull(contacts.keyVault)))
    .returning({ id: contacts.id });
  return changed.length > 0;
}

interface Known {
  readonly sealed: string;
  readonly version: number;
}

export async function findKnown(db: Queries, contactId: string): Promise<Known | undefined> {
  const { sealed, version } = knownKeys;
  const [found] = await db.select({ sealed, version }).from(knownKeys).where(eq(knownKeys.contactId, contactId));
  return found;
}

export async function saveKnown(db: Queries, contactId: string, known: Known): Promise<void> {
  await db
    .insert(knownKeys)
    .values({ contactId, ...known })
    .onConflictDoUpdate({ target: knownKeys.contactId, set: known });
}

export async function deleteKnown(db: Queries, contactId: string): Promise<void> {
  await db.delete(knownKeys).where(eq(knownKeys.contactId, contactId));
}

/** How many people of a company have protected their keys. */
export async function findCompanyKeys(db: Queries, companyId: string): Promise<CompanyKeys | undefined> {
  const [found] = await db
    .select({
      required: companies.requiresProtectedKeys,
      people: count(contacts.id),
      protectedPeople: count(contacts.keyVault),
    })
    .from(companies)
    .leftJoin(contacts, and(eq(contacts.companyId, companies.id), not(contacts.guest), not(contacts.former)))
    .where(eq(companies.id, companyId))
    .groupBy(companies.id);
  return found;
}

export async function saveRequired(db: Queries, companyId: string, required: boolean): Promise<void> {
  await db.update(companies).set({ requiresProtectedKeys: required }).where(eq(companies.id, companyId));
}

/** The people who write to a contact: those who have it in the address book, or are in a room with it. */
export async function findAcquaintances(db: Queries, contactId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select owner_id as id from address_book where contact_id = ${contactId}
    union
    select others.contact_id from room_participants mine
      join room_participants others on others.room_id = mine.room_id and others.contact_id <> mine.contact_id
    where mine.contact_id = ${contactId}`);
  return rows.map(({ id }) => id);
}

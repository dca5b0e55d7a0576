/** All SQL of customer companies and their products. */
import type { Company, Product } from '@earth/contracts';
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queries } from '../../../db/database';
import { companies, contacts, products, sessions } from '../../../db/schema';
import type { Principal } from '../../../http/principal';

/** A customer company with its services. */
export interface Customer {
  readonly company: Company;
  readonly paidService: boolean;
  readonly purchasedMinutes: number;
  readonly usedMinutes: number;
  readonly expiresAt: Date | null;
}

const admin = alias(contacts, 'admin');

const selectCompanies = (db: Queries) =>
  db
    .select({ company: companies, adminName: admin.name })
    .from(companies)
    .leftJoin(admin, eq(admin.id, companies.adminId));

type Row = Awaited<ReturnType<typeof selectCompanies>>[number];

const companyOf = ({ company: { adminId, ...row }, adminName }: Row): Company => ({
  id: row.id,
  code: row.code,
  name: row.name,
  admin: adminId && adminName !== null ? { id: adminId, name: adminName } : null,
  logoUrl: row.logoUrl,
  primaryColor: row.primaryColor,
  unavailableAudioUrl: row.unavailableAudioUrl,
  ...(row.requiresProtectedKeys && { requiresProtectedKeys: true }),
});

export async function findCustomer(db: Queries, companyId: string): Promise<Customer | undefined> {
  const [row] = await selectCompanies(db).where(eq(companies.id, companyId));
  if (!row) return undefined;
  const { paidService, purchasedMinutes, usedMinutes, expiresAt } = row.company;
  return { company: companyOf(row), paidService, purchasedMinutes, usedMinutes, expiresAt };
}

/** @returns the URL that was there before */
export async function replaceUnavailableAudio(
  db: Database,
  companyId: string,
  url: string | null,
): Promise<string | null> {
  const isIt = eq(companies.id, companyId);
  return await db.transaction(async (transaction) => {
    const select = transaction.select({ url: companies.unavailableAudioUrl });
    const [before] = await select.from(companies).where(isIt).for('update');
    await transaction.update(companies).set({ unavailableAudioUrl: url }).where(isIt);
    return before?.url ?? null;
  });
}

/** The company of a session, and those where a contact of the e-mail address may sign in that was proved when the session began. */
export async function companiesOfPerson(
  db: Queries,
  { contactId, sessionId }: Pick<Principal, 'contactId' | 'sessionId'>,
): Promise<Company[]> {
  const proven = db.select({ email: sessions.provenEmail }).from(sessions).where(eq(sessions.id, sessionId));
  const own = db
    .select({ id: contacts.companyId })
    .from(contacts)
    .where(and(or(eq(contacts.id, contactId), eq(contacts.email, proven)), isNull(contacts.disabledAt)));
  const rows = await selectCompanies(db).where(inArray(companies.id, own)).orderBy(asc(companies.name));
  return rows.map(companyOf);
}

/** @param companyId undefined: of all companies */
export async function listProducts(db: Queries, companyId: string | undefined): Promise<Product[]> {
  const { code, name, imageUrl, description, nameIt, descriptionIt } = products;
  const rows = await db
    .select({ code, name, imageUrl, description, nameIt, descriptionIt })
    .from(products)
    .where(companyId === undefined ? undefined : eq(products.companyId, companyId))
    .orderBy(asc(products.companyId), asc(products.position), asc(products.name));
  return rows.map((row) => ({
    ...row,
    nameIt: row.nameIt ?? undefined,
    descriptionIt: row.descriptionIt ?? undefined,
  }));
}

/** @returns false, with nothing inserted, if a company has the code */
export async function insertCompany(
  db: Queries,
  company: { readonly id: string; readonly code: string; readonly name: string },
): Promise<boolean> {
  const inserted = await db
    .insert(companies)
    .values(company)
    .onConflictDoNothing({ target: companies.code })
    .returning({ id: companies.id });
  return inserted.length > 0;
}

export async function nameAdmin(db: Queries, companyId: string, adminId: string): Promise<void> {
  await db.update(companies).set({ adminId }).where(eq(companies.id, companyId));
}

export async function isOnly(db: Queries, companyId: string): Promise<boolean> {
  const found = await db.select({ id: companies.id }).from(companies).limit(2);
  return found.length === 1 && found[0]?.id === companyId;
}

/** The e-mail address of a person, and the code of their company. */
export async function findPlaceOf(db: Queries, contactId: string) {
  const [row] = await db
    .select({ email: contacts.email, companyCode: companies.code })
    .from(contacts)
    .innerJoin(companies, eq(companies.id, contacts.companyId))
    .where(eq(contacts.id, contactId));
  return row;
}

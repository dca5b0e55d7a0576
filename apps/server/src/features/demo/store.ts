/** The SQL of the demo data. */
import type { Database } from '../../db/database';
import { addressBook, companies, contacts, products } from '../../db/schema';
import { eq } from 'drizzle-orm';

export interface DemoRows {
  readonly companies: readonly (typeof companies.$inferInsert)[];
  readonly admins: ReadonlyMap<string, string>;
  readonly contacts: readonly (typeof contacts.$inferInsert)[];
  readonly addressBook: readonly (typeof addressBook.$inferInsert)[];
  readonly products: readonly (typeof products.$inferInsert)[];
}

export const hasCompany = async (db: Database, code: string): Promise<boolean> =>
  (await db.$count(companies, eq(companies.code, code))) > 0;

export const hasCompanies = async (db: Database): Promise<boolean> => (await db.$count(companies)) > 0;

/** All of it or nothing. */
export async function insertDemo(db: Database, rows: DemoRows): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.insert(companies).values([...rows.companies]);
    await transaction.insert(contacts).values([...rows.contacts]);
    await transaction.insert(addressBook).values([...rows.addressBook]);
    await transaction.insert(products).values([...rows.products]);
    for (const [companyId, adminId] of rows.admins)
      await transaction.update(companies).set({ adminId }).where(eq(companies.id, companyId));
  });
}

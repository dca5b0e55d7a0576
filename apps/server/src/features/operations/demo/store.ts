/** All SQL of the demo data. */
import type { Database, Queries } from '../../../db/database';
import { addressBook, companies, contacts, products } from '../../../db/schema';
import { eq, sql } from 'drizzle-orm';

export interface DemoRows {
  readonly companies: readonly (typeof companies.$inferInsert)[];
  readonly admins: ReadonlyMap<string, string>;
  readonly contacts: readonly (typeof contacts.$inferInsert)[];
  readonly addressBook: readonly (typeof addressBook.$inferInsert)[];
  readonly products: readonly (typeof products.$inferInsert)[];
}

export const hasCompany = async (db: Database, code: string): Promise<boolean> =>
  (await db.$count(companies, eq(companies.code, code))) > 0;

export const hasCompanies = async (db: Queries): Promise<boolean> => (await db.$count(companies)) > 0;

/** A transaction that can have nested transactions. */
type Transaction = Queries & Pick<Database, 'transaction'>;

/**
 * All of it or nothing: of several servers that start at the same time, one does it.
 * @param fill inserts what there is besides people and products
 * @returns whether it was this one
 */
export async function insertDemo(
  db: Database,
  rows: DemoRows,
  fill: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`);
    if (await hasCompanies(transaction)) return false;
    await transaction.insert(companies).values([...rows.companies]);
    await transaction.insert(contacts).values([...rows.contacts]);
    await transaction.insert(addressBook).values([...rows.addressBook]);
    await transaction.insert(products).values([...rows.products]);
    for (const [companyId, adminId] of rows.admins)
      await transaction.update(companies).set({ adminId }).where(eq(companies.id, companyId));
    await fill(transaction);
    return true;
  });
}

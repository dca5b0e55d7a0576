/** All SQL of purchases. */
import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, contacts, purchases } from '../../../db/schema';

const LISTED_MAX = 100;

export interface Service {
  readonly isPaid: boolean;
  readonly expiresAt: Date | null;
}

const selectService = (db: Queries, companyId: string) =>
  db
    .select({ isPaid: companies.paidService, expiresAt: companies.expiresAt })
    .from(companies)
    .where(eq(companies.id, companyId));

function requireCompany(row: Service | undefined): Service {
  if (!row) throw new Error('The company is gone');
  return row;
}

/** @throws Error if the company is gone */
export async function findService(db: Queries, companyId: string): Promise<Service> {
  const [row] = await selectService(db, companyId);
  return requireCompany(row);
}

/** Also holds the company until the end of the transaction: its purchases begin one after another. @throws Error if it is gone */
export async function lockService(transaction: Queries, companyId: string): Promise<Service> {
  const [row] = await selectService(transaction, companyId).for('no key update');
  return requireCompany(row);
}

const { id, minutes, amount, currency, state, createdAt } = purchases;
const columns = { id, minutes, amount, currency, state, createdAt, buyer: contacts.name };

export type PurchaseRow = Pick<
  typeof purchases.$inferSelect,
  'id' | 'minutes' | 'amount' | 'currency' | 'state' | 'createdAt'
> & { readonly buyer: string | null };

const select = (db: Queries) =>
  db.select(columns).from(purchases).leftJoin(contacts, eq(contacts.id, purchases.buyerId));

export const findPurchases = (db: Queries, companyId: string): Promise<PurchaseRow[]> =>
  select(db).where(eq(purchases.companyId, companyId)).orderBy(desc(createdAt), desc(id)).limit(LISTED_MAX);

/** @param key as the client made it */
export async function findByKey(db: Queries, companyId: string, key: string): Promise<PurchaseRow | undefined> {
  const [found] = await select(db).where(and(eq(purchases.companyId, companyId), eq(purchases.key, key)));
  return found;
}

export async function insertPurchase(db: Queries, made: typeof purchases.$inferInsert): Promise<void> {
  await db.insert(purchases).values(made);
}

/** Also those whose outcome is not known yet: each may be declined. */
export async function countUnpaid(db: Queries, companyId: string, since: Date): Promise<number> {
  return await db.$count(purchases, and(eq(purchases.companyId, companyId), gt(createdAt, since), ne(state, 'paid')));
}

export const findPending = (db: Queries): Promise<{ id: string; createdAt: Date }[]> =>
  db.select({ id, createdAt }).from(purchases).where(eq(state, 'pending')).orderBy(asc(createdAt));

type End = Pick<typeof purchases.$inferSelect, 'state' | 'reference' | 'settledAt'>;

/**
 * A pending purchase ends. One that was given up as `failed` becomes `paid` all the same if its charge turns out to have been made.
 * @returns the purchase, if its state has changed
 */
export async function endPurchase(db: Queries, purchaseId: string, end: End) {
  const replaced: End['state'][] = end.state === 'paid' ? ['pending', 'failed'] : ['pending'];
  const [ended] = await db
    .update(purchases)
    .set(end)
    .where(and(eq(id, purchaseId), inArray(state, replaced)))
    .returning({ companyId: purchases.companyId, minutes });
  return ended;
}

export async function addMinutes(db: Queries, bought: { readonly companyId: string; readonly minutes: number }) {
  await db
    .update(companies)
    .set({ purchasedMinutes: sql`${companies.purchasedMinutes} + ${bought.minutes}` })
    .where(eq(companies.id, bought.companyId));
}

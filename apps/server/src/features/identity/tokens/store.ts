/** All SQL of API tokens. */
import { and, desc, eq, getTableColumns, isNull, lt, or } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { apiTokens, companies, contacts } from '../../../db/schema';
import { isTokenValid } from '../people';

type TokenRow = typeof apiTokens.$inferSelect;

export async function listOf(db: Queries, companyId: string) {
  return await db
    .select({ row: apiTokens, createdBy: contacts.name })
    .from(apiTokens)
    .leftJoin(contacts, eq(contacts.id, apiTokens.createdById))
    .where(eq(apiTokens.companyId, companyId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}
export type ListedToken = Awaited<ReturnType<typeof listOf>>[number];

export async function findByHash(db: Queries, hash: string, now: Date) {
  const [row] = await db
    .select({ ...getTableColumns(apiTokens), isValid: isTokenValid(now) })
    .from(apiTokens)
    .where(eq(apiTokens.hash, hash))
    .limit(1);
  return row;
}

export const isValid = async (db: Queries, id: string, now: Date): Promise<boolean> =>
  (await db.$count(apiTokens, and(eq(apiTokens.id, id), isTokenValid(now)))) > 0;

/** Locks the company, so that two who make tokens at once cannot exceed the limit. @returns how many it has */
export async function lockCount(db: Queries, companyId: string): Promise<number> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  return await db.$count(apiTokens, eq(apiTokens.companyId, companyId));
}

export async function insert(db: Queries, row: typeof apiTokens.$inferInsert): Promise<void> {
  await db.insert(apiTokens).values(row);
}

/** @returns its name, if there was one */
export async function remove(db: Queries, { id, companyId }: Pick<TokenRow, 'id' | 'companyId'>) {
  const [gone] = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.companyId, companyId)))
    .returning({ name: apiTokens.name });
  return gone?.name;
}

/** Unless another request has done so since `before`. */
export async function saveUse(db: Queries, id: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  const isOlder = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before));
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), isOlder));
}

/** All SQL of what is set for the site, of its terms, and of who has accepted them. */
import type { TermsAcceptance } from '@earth/contracts';
import { count, desc, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, contacts, siteVersions, termsAcceptances, termsVersions } from '../../../db/schema';

export type SiteVersion = typeof siteVersions.$inferSelect;
type TermsVersion = typeof termsVersions.$inferSelect;

export async function codeOf(db: Queries, companyId: string): Promise<string | undefined> {
  return (await db.select({ code: companies.code }).from(companies).where(eq(companies.id, companyId)))[0]?.code;
}

export async function findSite(db: Queries): Promise<SiteVersion | undefined> {
  return (await db.select().from(siteVersions).orderBy(desc(siteVersions.version)).limit(1))[0];
}

/** With the name of who made it, as it is now. */
export async function findSiteWithName(db: Queries): Promise<{ row: SiteVersion; by: string | null } | undefined> {
  const [found] = await db
    .select({ row: siteVersions, by: contacts.name })
    .from(siteVersions)
    .leftJoin(contacts, eq(contacts.id, siteVersions.contactId))
    .orderBy(desc(siteVersions.version))
    .limit(1);
  return found;
}

/** @returns whether it was added: not if another one has this number */
export async function addSite(db: Queries, row: SiteVersion): Promise<boolean> {
  const added = await db.insert(siteVersions).values(row).onConflictDoNothing().returning({ at: siteVersions.at });
  return added.length > 0;
}

export async function findTerms(db: Queries): Promise<TermsVersion | undefined> {
  return (await db.select().from(termsVersions).orderBy(desc(termsVersions.version)).limit(1))[0];
}

/** @returns whether it was added: not if another one has this number */
export async function addTerms(db: Queries, row: TermsVersion): Promise<boolean> {
  const added = await db.insert(termsVersions).values(row).onConflictDoNothing().returning({ at: termsVersions.at });
  return added.length > 0;
}

/** Newest first, with how many have accepted each. */
export async function listTerms(db: Queries) {
  return await db
    .select({
      version: termsVersions.version,
      at: termsVersions.at,
      by: contacts.name,
      accepted: sql<number>`(select count(*)::int from terms_acceptances where terms_acceptances.version = ${termsVersions.version})`,
    })
    .from(termsVersions)
    .leftJoin(contacts, eq(contacts.id, termsVersions.contactId))
    .orderBy(desc(termsVersions.version));
}

export async function hasAccepted(db: Queries, contactId: string, version: number): Promise<boolean> {
  const isIt = sql`${termsAcceptances.contactId} = ${contactId} and ${termsAcceptances.version} = ${version}`;
  return (await db.$count(termsAcceptances, isIt)) > 0;
}

/** The first time counts. */
export async function accept(db: Queries, row: typeof termsAcceptances.$inferInsert): Promise<void> {
  await db.insert(termsAcceptances).values(row).onConflictDoNothing();
}

/** Newest first. */
export async function findAcceptances(
  db: Queries,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: TermsAcceptance[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        version: termsAcceptances.version,
        language: termsAcceptances.language,
        at: termsAcceptances.at,
        name: contacts.name,
        company: companies.name,
      })
      .from(termsAcceptances)
      .innerJoin(contacts, eq(contacts.id, termsAcceptances.contactId))
      .innerJoin(companies, eq(companies.id, contacts.companyId))
      .orderBy(desc(termsAcceptances.at), desc(termsAcceptances.contactId))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ total: count() }).from(termsAcceptances),
  ]);
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), total: counted?.total ?? 0 };
}

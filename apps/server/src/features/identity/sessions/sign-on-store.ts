/** SQL of which companies’ people sign in by an identity provider. */
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import { companies, signOnConnections } from '../../../db/schema';

/** A company with an identity provider. */
interface SignOnOffer {
  readonly code: string;
  readonly name: string;
  /** E-mail and code are switched off. */
  readonly isRequired: boolean;
  /**
   * Somebody new with the e-mail address gets an account: its domain is the company's, or an admin has invited it and the invitation's code
   * is not accepted.
   */
  readonly takesNewcomer: boolean;
}

/** Those of the companies that have an identity provider, and those that give somebody new with the e-mail address an account by it. */
export async function findSignOnOffers(
  db: Queries,
  { codes, email, now }: { readonly codes: readonly string[]; readonly email: string; readonly now: Date },
): Promise<SignOnOffer[]> {
  const domain = email.slice(email.indexOf('@') + 1);
  const takesDomain = sql`(${signOnConnections.makesPeople} and exists (
    select from sign_on_domains where company_id = ${companies.id} and domain = ${domain} and confirmed_at is not null))`;
  const isInvited = sql`(${signOnConnections.codesOff} and exists (
    select from invitations join contacts as inviter on inviter.id = invitations.inviter_id
    where invitations.company_id = ${companies.id} and invitations.email = ${email} and invitations.used_at is null
      and invitations.revoked_at is null and invitations.expires_at > ${now.toISOString()}
      and inviter.role = 'ADMIN' and inviter.disabled_at is null))`;
  const takesNewcomer = sql<boolean>`(${takesDomain} or ${isInvited})`;
  return await db
    .select({ code: companies.code, name: companies.name, isRequired: signOnConnections.codesOff, takesNewcomer })
    .from(signOnConnections)
    .innerJoin(companies, eq(companies.id, signOnConnections.companyId))
    .where(or(inArray(companies.code, [...codes]), takesNewcomer))
    .orderBy(asc(companies.name));
}

/** Whether the people of a company sign in by their identity provider alone. */
export async function areCodesOff(db: Queries, companyCode: string): Promise<boolean> {
  const [found] = await db
    .select({ areOff: signOnConnections.codesOff })
    .from(signOnConnections)
    .innerJoin(companies, eq(companies.id, signOnConnections.companyId))
    .where(eq(companies.code, companyCode));
  return found?.areOff ?? false;
}

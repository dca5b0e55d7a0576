/** Who sees the state of the server: those who run it, who may be admins of one of many companies. */
import { DEMO_COMPANY, isDemo, siteCompanyOf } from '../../../config/settings';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import * as store from './store';

interface Person extends Pick<Principal, 'companyId' | 'role'> {
  readonly email: string;
  readonly companyCode: string;
}

/**
 * Those of SERVER_ADMINS; without it the admins of the company that runs the server. An address alone counts in that company only: other
 * companies set the addresses of their people themselves, by their directory and their identity provider.
 */
export async function isServerAdmin(context: Pick<Context, 'db' | 'settings'>, person: Person): Promise<boolean> {
  if (person.role !== 'ADMIN') return false;
  const { serverAdmins } = context.settings;
  if (!serverAdmins) return await runsServer(context, person);
  const named = serverAdmins.filter(({ email }) => email === person.email.toLowerCase());
  if (named.some(({ companyCode }) => companyCode === person.companyCode)) return true;
  return named.some(({ companyCode }) => companyCode === undefined) && (await runsServer(context, person));
}

/** Whether their company owns the site, or the demo, or is the only one. */
async function runsServer(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { companyId, companyCode }: Person,
): Promise<boolean> {
  const owner = siteCompanyOf(settings) ?? (isDemo(settings) ? DEMO_COMPANY : undefined);
  return owner === undefined ? await store.isOnly(db, companyId) : companyCode === owner;
}

/** @throws ApiError `notAllowed` */
export async function requireServerAdmin(context: Context, principal: Principal): Promise<void> {
  requireAdmin(principal);
  const person = await store.findPlaceOf(context.db, principal.contactId);
  if (!person || !(await isServerAdmin(context, { ...principal, ...person }))) throw new ApiError('notAllowed');
}

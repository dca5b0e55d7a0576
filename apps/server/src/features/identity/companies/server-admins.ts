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

/** Those of SERVER_ADMINS; without it the admins of the company that owns the site, of the demo's, or of the only company. */
export async function isServerAdmin(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { companyId, role, email, companyCode }: Person,
): Promise<boolean> {
  if (role !== 'ADMIN') return false;
  if (settings.serverAdmins) return settings.serverAdmins.some((one) => one.toLowerCase() === email.toLowerCase());
  const owner = siteCompanyOf(settings) ?? (isDemo(settings) ? DEMO_COMPANY : undefined);
  return owner === undefined ? await store.isOnly(db, companyId) : companyCode === owner;
}

/** @throws ApiError `notAllowed` */
export async function requireServerAdmin(context: Context, principal: Principal): Promise<void> {
  requireAdmin(principal);
  const person = await store.findPlaceOf(context.db, principal.contactId);
  if (!person || !(await isServerAdmin(context, { ...principal, ...person }))) throw new ApiError('notAllowed');
}

/** Who sets the site: the admins of the company that owns it. */
import { siteCompanyOf } from '../../../config/settings';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Principal } from '../../../http/principal';
import { codeOf } from './store';

/** No company does if the setting is missing. */
export async function ownsSite(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  companyId: string,
): Promise<boolean> {
  const owner = siteCompanyOf(settings);
  return owner !== undefined && (await codeOf(db, companyId)) === owner;
}

/** @throws ApiError `notAllowed` */
export async function requireSiteAdmin(context: Context, principal: Principal): Promise<void> {
  requireAdmin(principal);
  if (!(await ownsSite(context, principal.companyId))) throw new ApiError('notAllowed');
}

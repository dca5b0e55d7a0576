import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { areCodesOff } from './sign-on-store';
import { findFull } from './store';

/** Those of the contacts that have as many devices as MAX_DEVICES allows, without this one. */
export function fullContacts(context: Context, db: Queries, contactIds: readonly string[], deviceId: string) {
  return findFull(db, { contactIds, deviceId, maxDevices: context.settings.maxDevices, now: context.clock.now() });
}

/** @throws ApiError `singleSignOnRequired` if the company has switched e-mail and code off; also for somebody it does not know */
export async function requireCodes(db: Queries, companyCode: string): Promise<void> {
  if (await areCodesOff(db, companyCode)) throw new ApiError('singleSignOnRequired');
}

/** @throws ApiError `deviceLimit` if the device is one too many */
export async function requireFreeDevice(
  context: Context,
  db: Queries,
  { contactId, deviceId }: { readonly contactId: string; readonly deviceId: string },
): Promise<void> {
  if ((await fullContacts(context, db, [contactId], deviceId)).size > 0) throw new ApiError('deviceLimit');
}

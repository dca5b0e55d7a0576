import { Availability, type Contact, type ContactDetails, type Profile } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { findCustomer, isServerAdmin } from '../companies';
import { roleOf, viewOf } from './presence';
import * as store from './store';

/** The user's own profile. `availability` is the choice of the user, not what others see. */
export async function profileOf(context: Context, principal: Principal): Promise<Profile> {
  const [row] = await store.findContacts(context.db, context.clock.now(), [principal.contactId]);
  const customer = await findCustomer(context.db, principal.companyId);
  if (!row || !customer) throw new ApiError('sessionEnded');
  const person = { ...principal, email: row.email, companyCode: customer.company.code };
  return {
    uniqueId: row.id,
    publicKey: row.publicKey,
    ...(row.formerKeys.length > 0 && { formerKeys: [...row.formerKeys] }),
    ...(row.hasProtectedKeys && { hasProtectedKeys: true }),
    availability: row.available ? Availability.online : Availability.offline,
    role: roleOf(row),
    name: row.name,
    email: row.email,
    ...(row.phone !== null && { phone: row.phone }),
    companyRole: row.companyRole,
    ...(row.companyRoleIt !== null && { companyRoleIt: row.companyRoleIt }),
    company: customer.company,
    paidService: customer.paidService,
    purchasedMinutes: customer.purchasedMinutes,
    serviceUsageMinutes: customer.usedMinutes,
    expirationDate: customer.expiresAt?.toISOString() ?? null,
    ...((await isServerAdmin(context, person)) && { isServerAdmin: true }),
  };
}

/** Choosing is a sign of life like any other. */
export async function chooseAvailability(
  context: Context,
  principal: Principal,
  availability: 1 | 2,
): Promise<Profile> {
  await ping(context, principal);
  await store.setAvailable(context.db, principal.contactId, availability === Availability.online);
  context.bus.publish('contactChanged', { contactId: principal.contactId });
  return await profileOf(context, principal);
}

/** @param phone empty: none */
export async function choosePhone(context: Context, principal: Principal, phone: string): Promise<Profile> {
  await store.setPhone(context.db, principal.contactId, phone || null);
  return await profileOf(context, principal);
}

/** @throws ApiError `notFound`, also for people who are no concern of the user's */
export async function detailsFor({ db }: Context, principal: Principal, id: string): Promise<ContactDetails> {
  const row = await store.findDetailsFor(db, principal, id);
  if (!row) throw new ApiError('notFound');
  const { phone, companyRoleIt, ...details } = row;
  return { ...details, ...(phone !== null && { phone }), ...(companyRoleIt !== null && { companyRoleIt }) };
}

/** A sign of life. A contact that counted as gone is announced as back. */
export async function ping(
  { clock, db, presence }: Context,
  { contactId, deviceId, sessionId }: Principal,
): Promise<void> {
  const now = clock.now();
  await store.markSeen(db, [contactId], now);
  await store.markDeviceSeen(db, sessionId, now);
  presence.seen(contactId, deviceId);
}

export async function findColleague(context: Context, principal: Principal, email: string): Promise<Contact | null> {
  const row = await store.findContactByEmail(context.db, context.clock.now(), {
    companyId: principal.companyId,
    email,
  });
  return row ? viewOf(context, row) : null;
}

import {
  type CallArguments,
  type CallData,
  type changeLead,
  encode,
  type getLead,
  lead,
  type LeadItem,
  type listLeads,
  type sendLead,
} from '@earth/contracts';
import { siteCompanyOf } from '../../../config/settings';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import type { Caller } from '../../../http/principal';
import { queueEvent, sendEvents } from '../../operations/webhooks';
import * as store from './store';

/** Stores a lead: from then on it is not lost. */
export async function receiveLead(context: Context, given: CallArguments<typeof sendLead>): Promise<void> {
  const { clock, db, random, settings } = context;
  const payload = encode(lead, { ...given, addressStreet: '', company: '', mobilePhone: given.phone });
  const now = clock.now();
  const companyId = await store.findOwner(db, given.brand, siteCompanyOf(settings));
  const id = random.id();
  const hasEvent = await db.transaction(async (transaction) => {
    await store.add(transaction, { id, companyId, payload, createdAt: now, dueAt: now });
    // A lead without a company is no event of any.
    return (
      companyId !== null &&
      (await queueEvent(context, transaction, companyId, { event: 'lead.came', data: { id, lead: payload } }))
    );
  });
  if (hasEvent) sendEvents(context);
}

/** @throws ApiError `notAllowed` */
export async function leadsOf(
  { db }: Context,
  principal: Caller,
  page: CallArguments<typeof listLeads>,
): Promise<CallData<typeof listLeads>> {
  requireAdmin(principal);
  return await store.findPage(db, principal.companyId, page);
}

const found = (item: LeadItem | null): LeadItem => {
  if (!item) throw new ApiError('notFound');
  return item;
};

/** @throws ApiError `notAllowed`, `notFound` */
export async function leadOf(
  { db }: Context,
  principal: Caller,
  { leadId }: CallArguments<typeof getLead>,
): Promise<LeadItem> {
  requireAdmin(principal);
  return found(await store.find(db, principal.companyId, leadId));
}

/** @throws ApiError `notAllowed`, `notFound` */
export async function changeState(
  { db }: Context,
  principal: Caller,
  { leadId, state }: CallArguments<typeof changeLead>,
): Promise<LeadItem> {
  requireAdmin(principal);
  return found(await store.change(db, principal.companyId, leadId, state));
}

/** Whether leads of this build's contact form reach anybody: an admin here, or the lead address. */
export async function areLeadsRead({ brand, db, settings }: Context): Promise<boolean> {
  if (settings.leadsUrl !== undefined) return true;
  return (await store.countReaders(db, await store.findOwner(db, brand.contactBrand, siteCompanyOf(settings)))) > 0;
}

import { type CallArguments, type CallData, encode, lead, type listLeads, type sendLead } from '@earth/contracts';
import type { Context } from '../../context';
import { requireAdmin } from '../../http/guards';
import type { Who } from '../../http/who';
import * as store from './store';

/** Keeps a lead: from then on it is not lost. */
export async function takeLead(context: Context, given: CallArguments<typeof sendLead>): Promise<void> {
  const { clock, db, random, settings } = context;
  const payload = encode(lead, { ...given, addressStreet: '', company: '', mobilePhone: given.phone });
  const now = clock.now();
  const companyId = await store.findOwner(db, given.brand, settings.leadsCompany);
  await store.add(db, { id: random.id(), companyId, payload, createdAt: now, dueAt: now });
}

/** @throws ApiError `notAllowed` */
export async function leadsOf(
  { db }: Context,
  who: Who,
  page: CallArguments<typeof listLeads>,
): Promise<CallData<typeof listLeads>> {
  requireAdmin(who);
  return await store.findPage(db, who.companyId, page);
}

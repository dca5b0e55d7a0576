import {
  type CallArguments,
  type CallData,
  type changeLead,
  encode,
  type getLead,
  lead,
  type LeadItem,
  leadNames,
  type LeadPart,
  leadParts,
  type listLeads,
  type sendLead,
} from '@earth/contracts';
import { siteCompanyOf } from '../../../config/settings';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { requireAdmin } from '../../../http/guards';
import { wordsIn } from '../../../http/input';
import type { Caller } from '../../../http/principal';
import { queueEvent, sendEvents } from '../../operations/webhooks';
import * as store from './store';

const findOwner = ({ db, settings }: Context, brand: string) => store.findOwner(db, brand, siteCompanyOf(settings));

/** What the contact form asks for: of a lead without a company, all of it. */
const partsOf = async ({ db }: Context, companyId: string | null): Promise<readonly LeadPart[]> =>
  companyId === null ? leadParts : await store.findParts(db, companyId);

export const partsFor = async (context: Context, brand: string): Promise<LeadPart[]> => [
  ...(await partsOf(context, await findOwner(context, brand))),
];

/** What must be filled out of each part (D5.16), and its names on the wire. */
const required: { readonly [Part in LeadPart]?: readonly (readonly [keyof CallArguments<typeof sendLead>, string])[] } =
  {
    profession: [['occupation', 'Occupation']],
    address: [
      ['addressCity', leadNames.addressCity],
      ['addressCountry', leadNames.addressCountry],
    ],
  };

/** @throws ApiError `invalidInput` with what is missing of what the company asks for */
function requireParts(parts: readonly LeadPart[], given: CallArguments<typeof sendLead>, language: string): void {
  const missing = parts.flatMap((part) => required[part] ?? []).filter(([field]) => !given[field]);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map(([, name]) => [name, wordsIn(language)('missing')]));
  throw new ApiError('invalidInput', Object.keys(fields).join(', '), { fields });
}

/**
 * Stores a lead: from then on it is not lost.
 * @throws ApiError `invalidInput`
 */
export async function receiveLead(
  context: Context,
  given: CallArguments<typeof sendLead>,
  language: string,
): Promise<void> {
  const { clock, db, random } = context;
  const companyId = await findOwner(context, given.brand);
  requireParts(await partsOf(context, companyId), given, language);
  const payload = encode(lead, { ...given, addressStreet: '', company: '', mobilePhone: given.phone });
  const now = clock.now();
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
export async function areLeadsRead(context: Context): Promise<boolean> {
  if (context.settings.leadsUrl !== undefined) return true;
  return (await store.countReaders(context.db, await findOwner(context, context.brand.contactBrand))) > 0;
}

/** The contact form (D3.27, D5.16 to D5.19). */
import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import { defineCall } from './call';
import { LEAD_NOTES_MAX, PAGE_SIZE, PAGE_SIZE_MAX, ProfessionCode } from './constants';
import { leadCountries } from './countries';
import { date, email, id, showsSomething } from './entities';
import { pageSize } from './paging';
import { entity, fields } from './wire';

export const leadNames = {
  addressStreet: 'Address_Street',
  addressCity: 'Address_City',
  addressZip: 'Address_Zip',
  addressStateOrProvince: 'Address_StateOrProvince',
  addressCountry: 'Address_Country',
  notesInfo: 'Notes_Info',
  consentPrivacy: 'Consent_Privacy',
  consentNewsletter1: 'Consent_Newsletter1',
} as const;

/** What a company may ask for besides name, e-mail and message; what it does not ask for may be absent. */
export const leadParts = ['phone', 'profession', 'address', 'newsletter'] as const;
export const leadPart = z.enum(leadParts);
export type LeadPart = z.infer<typeof leadPart>;

const line = z.string().check(z.trim(), z.maxLength(200));
const required = z.string().check(z.trim(), z.minLength(1), showsSomething, z.maxLength(200));
const optional = z._default(line, '');

/** Escaped HTML with the tags of the form only, so that readers may show it as it is. */
const notesHtml = z.string().check(z.maxLength(LEAD_NOTES_MAX), z.regex(/^(?:[^<>]|<br>|<\/?[bius]>)*$/));

const given = {
  brand: required,
  leadSource: required,
  subject: optional,
  firstname: required,
  lastname: required,
  email,
  addressCity: optional,
  addressZip: z._default(z.string().check(z.regex(/^(?:\d{5})?$/)), ''),
  addressStateOrProvince: optional,
  addressCountry: z._default(z.enum([...leadCountries, '']), ''),
  occupation: z._default(z.nullable(z.literal(Object.values(ProfessionCode))), null),
  phone: z._default(z.string().check(z.regex(/^\d{0,30}$/)), ''),
  notesInfo: z._default(notesHtml, ''),
  consentPrivacy: z.boolean().check(z.refine((isGiven) => isGiven)),
  consentNewsletter1: z._default(z.boolean(), false),
} as const;

/** A lead as it is sent to the lead address. */
export const lead = entity(
  {
    ...given,
    /** Both are always empty (D3.27). */
    addressStreet: z.literal(''),
    company: z.literal(''),
    /** Always equal to `phone`. */
    mobilePhone: given.phone,
  },
  leadNames,
);

const textIn = otherwise(z.string(), '');
const consentIn = otherwise(z.boolean(), false);

/** A stored lead. It may break the rules of today's form; missing or mistyped fields are empty. */
export const storedLead = entity(
  {
    brand: textIn,
    leadSource: textIn,
    subject: textIn,
    firstname: textIn,
    lastname: textIn,
    email: textIn,
    addressCity: textIn,
    addressZip: textIn,
    addressStateOrProvince: textIn,
    addressCountry: textIn,
    occupation: otherwise(z.nullable(z.int()), null),
    phone: textIn,
    notesInfo: textIn,
    consentPrivacy: consentIn,
    consentNewsletter1: consentIn,
    addressStreet: textIn,
    company: textIn,
    mobilePhone: textIn,
  },
  leadNames,
);
export type StoredLead = z.infer<typeof storedLead>;

const leads = { tag: 'Leads', path: '/services/leads' } as const;

/** The company is that of the brand, as for the lead itself. */
export const getLeadForm = defineCall({
  tag: 'Leads',
  path: '/services/leads/form',
  name: 'getLeadForm',
  summary: 'The fields of the contact form besides name, e-mail and message',
  method: 'GET',
  auth: 'key',
  query: () => fields({ brand: required }),
  data: () => fields({ parts: z.array(leadPart) }),
});

export const sendLead = defineCall({
  ...leads,
  name: 'sendLead',
  summary: 'Sends the contact form; fields that are always empty, copies, or not part of the form may be absent',
  method: 'POST',
  auth: 'key',
  // The visitors of a fair share one network address.
  callsAMinute: 30,
  body: () => entity(given, leadNames),
  data: () => z.null(),
  errors: ['tooManyTries'],
});

/** Progress of a lead. */
export const leadStates = ['new', 'read', 'done'] as const;
const leadState = z.enum(leadStates);
export type LeadState = z.infer<typeof leadState>;

const leadItem = entity({
  uniqueId: id,
  date,
  /** When the lead address accepted it. Null: not yet. */
  sentDate: z.nullable(date),
  state: leadState,
  lead: storedLead,
});
export type LeadItem = z.infer<typeof leadItem>;

export const listLeads = defineCall({
  ...leads,
  name: 'listLeads',
  scope: 'leads',
  summary: 'For admins: a page of the leads of their company and of those without a company, newest first',
  method: 'GET',
  query: () =>
    fields({
      /** Words that must all occur in author, place, brand or text. */
      query: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      state: z.optional(leadState),
      page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
    }),
  data: () =>
    fields({
      items: z.array(leadItem),
      total: z.int(),
    }),
  errors: ['notAllowed'],
});

const oneLead = { tag: 'Leads', path: '/services/leads/{leadId}', errors: ['notAllowed', 'notFound'] } as const;

export const getLead = defineCall({
  ...oneLead,
  name: 'getLead',
  scope: 'leads',
  summary: 'For admins: one lead',
  method: 'GET',
  data: () => leadItem,
});

export const changeLead = defineCall({
  ...oneLead,
  name: 'changeLead',
  summary: 'For admins: sets the progress of a lead',
  method: 'PUT',
  body: () => fields({ state: leadState }),
  data: () => leadItem,
});

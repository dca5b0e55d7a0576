/** Draft and validation of the contact form (D5.16 to D5.18). */
import {
  type CallInput,
  decode,
  email,
  isBlank,
  leadCountries,
  leadNames,
  type LeadPart,
  ProfessionCode,
  type sendLead,
} from '@earth/contracts';
import * as z from 'zod/mini';
import { toHtml } from './markup';
import type { ContactText } from './texts';

/** Leaves room for markup, `<br>` tags and HTML escapes within the server's limit. */
export const MESSAGE_MAX = 4000;

const empty = {
  firstname: '',
  lastname: '',
  email: '',
  addressCity: '',
  addressZip: '',
  addressStateOrProvince: '',
  addressCountry: '',
  occupation: '',
  phone: '',
};
export type DraftField = keyof typeof empty;

export interface Draft extends Readonly<Record<DraftField, string>> {
  readonly message: string;
  readonly isPrivacyAccepted: boolean;
  readonly isNewsletterWanted: boolean;
}

/** The fields that only some companies ask for. */
const partOf: { readonly [Field in DraftField]?: LeadPart } = {
  phone: 'phone',
  occupation: 'profession',
  addressCity: 'address',
  addressZip: 'address',
  addressStateOrProvince: 'address',
  addressCountry: 'address',
};

function isAsked(field: DraftField, parts: readonly LeadPart[]): boolean {
  const part = partOf[field];
  return part === undefined || parts.includes(part);
}

const newDraft = (): Draft => ({
  ...empty,
  message: '',
  isPrivacyAccepted: false,
  isNewsletterWanted: false,
});

/** In session storage: an unsent draft is deleted with the tab. */
const STORAGE_KEY = 'contact_draft';
const storedDraft = z.object({
  who: z.nullable(z.string()),
  note: z.string(),
  draft: z.record(z.string(), z.string()),
});

/**
 * Stores the draft until it is sent (null), so that it survives a reload; the consent is not stored.
 * @param who null: not signed in
 */
export function storeDraft(who: string | null, note: string, draft: Draft | null): void {
  const { isPrivacyAccepted: _, isNewsletterWanted: __, ...typed } = draft ?? newDraft();
  try {
    if (draft) sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ who, note, draft: typed }));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** The stored draft of the same user; its message only for the same subject. */
export function firstDraft(who: string | null, note: string): Draft {
  const draft = newDraft();
  try {
    const found = storedDraft.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'));
    if (found.who !== who) return draft;
    const typed = Object.entries(found.draft).filter(
      ([name]) => Object.hasOwn(empty, name) || (name === 'message' && found.note === note),
    );
    return { ...draft, ...Object.fromEntries(typed) };
  } catch {
    return draft;
  }
}

export type Problem = { readonly text: ContactText } | { readonly words: string };
export type Problems = Readonly<Partial<Record<DraftField, Problem>>>;

/** A constant object, so that a field can tell that its problem has not changed. */
const missing: Problem = { text: 'missing' };
const noItem: Problem = { text: 'noItem' };
const emailWrong: Problem = { text: 'emailWrong' };
const formatWrong: Problem = { text: 'formatWrong' };

const country = (code: string) => leadCountries.find((known) => known === code);
const profession = (code: string) => Object.values(ProfessionCode).find((known) => String(known) === code);

const checks: { readonly [Field in DraftField]?: (value: string) => Problem | null } = {
  firstname: (value) => (isBlank(value) ? missing : null),
  lastname: (value) => (isBlank(value) ? missing : null),
  email: (value) => {
    if (!value) return missing;
    return decode(email, value).success ? null : emailWrong;
  },
  addressCity: (value) => (isBlank(value) ? missing : null),
  addressZip: (value) => (/^(?:\d{5})?$/.test(value) ? null : formatWrong),
  addressCountry: (value) => (country(value) ? null : noItem),
  occupation: (value) => (profession(value) ? null : noItem),
  phone: (value) => (/^\d{0,30}$/.test(value) ? null : formatWrong),
};

export function problemsOf(draft: Draft, parts: readonly LeadPart[]): Problems {
  const problems: Partial<Record<DraftField, Problem>> = {};
  for (const field of Object.keys(empty) as DraftField[]) {
    const problem = isAsked(field, parts) ? checks[field]?.(draft[field].trim()) : null;
    if (problem) problems[field] = problem;
  }
  return problems;
}

export interface About {
  /** The brand of the content in question, or of this app. */
  readonly brand: string;
  readonly leadSource: string;
  readonly subject: string;
}

/** Without what the company does not ask for, which may be in a stored draft. */
export function leadOf(draft: Draft, about: About, parts: readonly LeadPart[]): CallInput<typeof sendLead> {
  const { isNewsletterWanted, isPrivacyAccepted, message, ...typed } = draft;
  const given = { ...typed };
  for (const field of Object.keys(empty) as DraftField[])
    given[field] = isAsked(field, parts) ? typed[field].trim() : '';
  return {
    ...given,
    ...about,
    addressCountry: country(given.addressCountry) ?? '',
    occupation: profession(given.occupation) ?? null,
    notesInfo: toHtml(message),
    consentPrivacy: isPrivacyAccepted,
    consentNewsletter1: isNewsletterWanted && parts.includes('newsletter'),
  };
}

const wireName = (field: DraftField): string => {
  const names: Partial<Record<DraftField, string>> = leadNames;
  return names[field] ?? field.charAt(0).toUpperCase() + field.slice(1);
};

/**
 * Problems found by the server, in its words.
 * @param refused by the fields' names on the wire
 */
export function problemsIn(refused: Readonly<Record<string, string>>): Problems {
  const problems: Partial<Record<DraftField, Problem>> = {};
  for (const field of Object.keys(empty) as DraftField[]) {
    const words = refused[wireName(field)];
    if (words !== undefined) problems[field] = { words };
  }
  return problems;
}

/** What somebody has typed into the contact form, and whether it can be sent (Discover 5). */
import {
  type CallInput,
  decode,
  email,
  leadCountries,
  leadNames,
  ProfessionCode,
  type sendLead,
} from '@earth/contracts';
import { toHtml } from './markup';
import type { ContactText } from './texts';

/** Marks, tags for line ends and signs that HTML writes as five letters still leave it within what is taken. */
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

export const newDraft = (note: string): Draft => ({
  ...empty,
  message: note,
  isPrivacyAccepted: false,
  isNewsletterWanted: false,
});

export type Problem = { readonly text: ContactText } | { readonly words: string };
export type Problems = Readonly<Partial<Record<DraftField, Problem>>>;

/** The same each time, so that a field knows that nothing new is wrong with it. */
const missing: Problem = { text: 'missing' };
const noItem: Problem = { text: 'noItem' };
const emailWrong: Problem = { text: 'emailWrong' };
const formatWrong: Problem = { text: 'formatWrong' };

const country = (code: string) => leadCountries.find((known) => known === code);
const profession = (code: string) => Object.values(ProfessionCode).find((known) => String(known) === code);

const checks: { readonly [Field in DraftField]?: (value: string) => Problem | null } = {
  firstname: (value) => (value ? null : missing),
  lastname: (value) => (value ? null : missing),
  email: (value) => {
    if (!value) return missing;
    return decode(email, value).success ? null : emailWrong;
  },
  addressCity: (value) => (value ? null : missing),
  addressZip: (value) => (/^(?:\d{5})?$/.test(value) ? null : formatWrong),
  addressCountry: (value) => (country(value) ? null : noItem),
  occupation: (value) => (profession(value) ? null : noItem),
  phone: (value) => (/^\d{0,30}$/.test(value) ? null : formatWrong),
};

export function problemsOf(draft: Draft): Problems {
  const problems: Partial<Record<DraftField, Problem>> = {};
  for (const field of Object.keys(empty) as DraftField[]) {
    const problem = checks[field]?.(draft[field].trim());
    if (problem) problems[field] = problem;
  }
  return problems;
}

export interface About {
  /** Whose thing it is about, or this app. */
  readonly brand: string;
  readonly leadSource: string;
  readonly subject: string;
}

/** @returns null where something required is missing */
export function leadOf(draft: Draft, about: About): CallInput<typeof sendLead> | null {
  const { addressCountry, isNewsletterWanted, isPrivacyAccepted, message, occupation, ...typed } = draft;
  const from = country(addressCountry);
  const work = profession(occupation);
  if (!from || !work) return null;
  const trimmed = Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, value.trim()]));
  return {
    ...typed,
    ...trimmed,
    ...about,
    addressCountry: from,
    occupation: work,
    notesInfo: toHtml(message),
    consentPrivacy: isPrivacyAccepted,
    consentNewsletter1: isNewsletterWanted,
  };
}

const wireName = (field: DraftField): string => {
  const names: Partial<Record<DraftField, string>> = leadNames;
  return names[field] ?? field.charAt(0).toUpperCase() + field.slice(1);
};

/** What the server found wrong, in its words. @param refused by the fields' names on the wire */
export function problemsIn(refused: Readonly<Record<string, string>>): Problems {
  const problems: Partial<Record<DraftField, Problem>> = {};
  for (const field of Object.keys(empty) as DraftField[]) {
    const words = refused[wireName(field)];
    if (words !== undefined) problems[field] = { words };
  }
  return problems;
}

/** The values of a lead as text. An old one may hold values that today's form does not offer: they are shown as stored. */
import { ProfessionCode, type StoredLead } from '@earth/contracts';
import type { SayOfLeads } from './texts';

export const nameOf = ({ firstname, lastname, email }: StoredLead, t: SayOfLeads): string =>
  `${firstname} ${lastname}`.trim() || email || t('unnamed');

export function professionOf({ occupation }: StoredLead, t: SayOfLeads): string {
  const known = Object.values(ProfessionCode).find((code) => code === occupation);
  return known === undefined ? String(occupation ?? '') : t(`profession${known}`);
}

export function countryOf({ addressCountry }: StoredLead, language: string): string {
  const isCode = /^[A-Z]{2}$/i.test(addressCountry);
  return (isCode && new Intl.DisplayNames(language, { type: 'region' }).of(addressCountry)) || addressCountry;
}

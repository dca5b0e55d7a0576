/** What is set for the site, its published terms, and who has accepted them. */
import type { BrandColours, BrandTerms, Language } from '@earth/contracts';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The newest version is in force. Null: as in the brand's folder. */
export const siteVersions = pgTable(
  'site_versions',
  {
    version: integer().primaryKey(),
    contactId: uuid('contact_id'),
    at: moment('at').notNull(),
    logoUrl: text('logo_url'),
    landingUrl: text('landing_url'),
    colors: jsonb().$type<BrandColours>(),
  },
  (table) => [index('site_versions_contact').on(table.contactId)],
);

/** The newest version is in force. */
export const termsVersions = pgTable(
  'terms_versions',
  {
    version: integer().primaryKey(),
    contactId: uuid('contact_id'),
    at: moment('at').notNull(),
    terms: jsonb().$type<BrandTerms>().notNull(),
  },
  (table) => [index('terms_versions_contact').on(table.contactId)],
);

/** `language`: in which they were read. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    contactId: uuid('contact_id').notNull(),
    version: integer().notNull(),
    language: text().$type<Language>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contactId, table.version] }),
    index('terms_acceptances_at').on(table.at),
    index('terms_acceptances_version').on(table.version),
  ],
);

import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The draft of a company's menu, if there is one, and the version that the next change must name. */
export const menuDrafts = pgTable('menu_drafts', {
  companyId: uuid('company_id').primaryKey(),
  version: integer().notNull(),
  draft: jsonb(),
  changedById: uuid('changed_by_id'),
  changedByToken: text('changed_by_token'),
  changedAt: moment('changed_at').notNull(),
});

/** Files that the menu editor has stored, and since when no menu names them; null: one does. */
export const menuFiles = pgTable(
  'menu_files',
  {
    url: text().primaryKey(),
    companyId: uuid('company_id').notNull(),
    unnamedSince: moment('unnamed_since'),
  },
  (table) => [index('menu_files_company').on(table.companyId)],
);

import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The draft of a company's menu, if there is one, and the version that the next change must name. */
export const menuDrafts = pgTable('menu_drafts', {
  companyId: uuid('company_id').primaryKey(),
  version: integer().notNull(),
  draft: jsonb(),
  changedById: uuid('changed_by_id'),
  changedAt: moment('changed_at').notNull(),
});

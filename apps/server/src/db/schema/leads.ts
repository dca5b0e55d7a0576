import { isNull } from 'drizzle-orm';
import type { LeadState } from '@earth/contracts';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { made, moment } from './columns';

/** What visitors filled in on the contact form. `payload` is sent to the lead address. */
export const leads = pgTable(
  'leads',
  {
    id: uuid().primaryKey(),
    companyId: uuid('company_id'),
    payload: jsonb().notNull(),
    state: text().$type<LeadState>().notNull().default('new'),
    createdAt: made(),
    tries: integer().notNull().default(0),
    dueAt: moment('due_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('leads_company').on(table.companyId, table.createdAt),
    index('leads_of_all').on(table.createdAt).where(isNull(table.companyId)),
    index('leads_created').on(table.createdAt),
    index('leads_due').on(table.dueAt).where(isNull(table.sentAt)),
  ],
);

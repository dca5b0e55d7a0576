import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** How often a screen or a content was viewed on a day; nothing identifies the visitor. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: ['screen', 'content', 'favourite'] }).notNull(),
    /** A screen's name, or a content's id. */
    about: text().notNull(),
    locale: text({ enum: ['en', 'it'] }).notNull(),
    companyId: uuid('company_id'),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.about, table.locale] }),
    index('daily_counts_company').on(table.companyId, table.day),
  ],
);

const bytes = () => bigint({ mode: 'number' }).notNull();

/** Bytes of a company's files, by kind, as they were measured last on a day in Italy. */
export const storageUsed = pgTable(
  'storage_used',
  {
    companyId: uuid('company_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    contents: bytes(),
    calls: bytes(),
    rooms: bytes(),
    photographs: bytes(),
    measuredAt: moment('measured_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.day] }),
    index('storage_used_measured').on(table.measuredAt),
  ],
);

import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { made, moment } from './columns';

/** Crash logs of the app, as they came: sealed. */
export const crashLogs = pgTable(
  'crash_logs',
  {
    id: uuid().primaryKey(),
    appCode: text('app_code').notNull(),
    reportedAt: moment('told_at').notNull(),
    data: text().notNull(),
    createdAt: made(),
  },
  (table) => [index('crash_logs_created').on(table.createdAt, table.id)],
);

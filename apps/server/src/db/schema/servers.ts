/** What the servers know of themselves. */
import { bigint, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The servers at this database. One that has not been seen for a while is dead, one that is gone has stopped or died. */
export const nodes = pgTable('nodes', { id: uuid().primaryKey(), seenAt: moment('seen_at').notNull() });

/** What the server itself must remember, e.g. a proof that MASTER_KEY is the one that sealed the private keys. */
export const serverFacts = pgTable('server_facts', { name: text().primaryKey(), value: text().notNull() });

/** How many bytes a person or a company (`subject`) has sent in a day (UTC). */
export const bytesTaken = pgTable(
  'bytes_taken',
  {
    subject: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.day] }), index('bytes_taken_day').on(table.day)],
);

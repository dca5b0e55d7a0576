/** Tables about the servers themselves. */
import type { ServerHealth } from '@earth/contracts';
import { bigint, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The servers at this database. A server that has not been seen for a while is dead; one without a row has stopped or died. */
export const nodes = pgTable('nodes', {
  id: uuid().primaryKey(),
  seenAt: moment('seen_at').notNull(),
  /** What the server found about itself; null: nothing yet. */
  health: jsonb().$type<Omit<ServerHealth, 'id' | 'isThis' | 'devices'>>(),
});

/** Facts of the installation, e.g. a proof that MASTER_KEY is the one that encrypted the private keys. */
export const serverFacts = pgTable('server_facts', { name: text().primaryKey(), value: text().notNull() });

/** Bytes that a person or a company (`subject`) has sent in a day (UTC). */
export const bytesTaken = pgTable(
  'bytes_taken',
  {
    subject: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.day] }), index('bytes_taken_day').on(table.day)],
);

/** What the servers know of themselves. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** The servers at this database. One that has not been seen for a while is dead, one that is gone has stopped or died. */
export const nodes = pgTable('nodes', { id: uuid().primaryKey(), seenAt: moment('seen_at').notNull() });

/** What the server itself must remember, e.g. a proof that MASTER_KEY is the one that sealed the private keys. */
export const serverFacts = pgTable('server_facts', { name: text().primaryKey(), value: text().notNull() });

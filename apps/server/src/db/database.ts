/** One driver for both: the embedded PostgreSQL and one at DATABASE_URL. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema';

export type Database = NodePgDatabase<typeof schema>;
/** What a store takes: the database, or a transaction of it. */
export type Queries = Pick<
  Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$with' | 'with' | 'execute' | '$count'
>;

/** @param onError is told of connections that break while idle, until the pool is ended; the pool replaces them by itself */
export function createPool(connectionString: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'earth',
  });
  // The end of a pool does not wait for the database to read that it is: one that stops just then ends the connections itself.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // One that breaks between two queries of a transaction: the next of them fails. Nobody's error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export const createDatabase = (pool: pg.Pool): Database => drizzle(pool, { schema });

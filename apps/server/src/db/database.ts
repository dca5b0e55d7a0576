/** One driver for the embedded PostgreSQL and for one at DATABASE_URL. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pipelinedClient, type WatchQuery } from './pipelined-client';
import * as schema from './schema';

export type Database = NodePgDatabase<typeof schema>;
/** The argument of a store: the database, or a transaction of it. */
export type Queries = Pick<
  Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$with' | 'with' | 'execute' | '$count'
>;

/** @param onError called for connections that break while idle, until the pool is ended; the pool replaces them by itself */
export function createPool(
  connectionString: string,
  onError: (error: Error) => void,
  watchQuery?: WatchQuery,
): pg.Pool {
  const pool = new pg.Pool({
    Client: pipelinedClient(watchQuery),
    connectionString,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'earth',
  });
  // Ending a pool does not wait for the database to notice: a database that stops at that moment closes the connections itself.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // If a connection breaks between two queries of a transaction, the next query fails. Without a listener the event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export const createDatabase = (pool: pg.Pool): Database => drizzle(pool, { schema });

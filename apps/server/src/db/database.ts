/** One driver for the embedded PostgreSQL and for one at DATABASE_URL. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pipelinedClient, type WatchQuery } from './pipelined-client';
import * as schema from './schema';

export type Database = NodePgDatabase<typeof schema>;
/** The argument of a store: the database, or a transaction of it. */
export type Queries = Pick<
  Database,
  '_' | 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$with' | 'with' | 'execute' | '$count'
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

/** Each connection has one session for all of its transactions, so that statements which are built for it serve the next ones too. */
export function createDatabase(pool: pg.Pool): Database {
  const ofConnections = new WeakMap<pg.PoolClient, Database>();
  const ofConnection = (client: pg.PoolClient) => {
    const known = ofConnections.get(client) ?? drizzle(client, { schema });
    ofConnections.set(client, known);
    return known;
  };
  const db = drizzle(pool, { schema });
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await ofConnection(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}

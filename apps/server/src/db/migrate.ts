import type pg from 'pg';
import { StartError } from '../config/start-error';
import { migrations as all, type Migration } from './migrations';

/** Arbitrary key of the advisory lock: two servers that start at the same time on one database take turns. */
const MIGRATION_LOCK = 0x6561_7274;

export const MIGRATIONS_TABLE = `create table if not exists migrations (
  number integer primary key, name text not null, ran_at timestamptz not null default now())`;

/** The database was migrated by a newer version of this server. */
export class NewerDatabaseError extends StartError {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Migrates the database: each migration in a transaction of its own, under a lock.
 * @returns the numbers of the migrations that ran
 * @throws NewerDatabaseError if the database has migrations that this server does not know
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[] = all): Promise<number[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const { rows } = await client.query<{ number: number }>('select number from migrations order by number');
    const done = new Set(rows.map((row) => row.number));
    const newest = Math.max(0, ...migrations.map((migration) => migration.number));
    const unknown = [...done].find((number) => number > newest);
    if (unknown !== undefined)
      throw new NewerDatabaseError(
        `The database has migration ${unknown}, this server knows ${newest} and older: start a newer version.`,
      );
    const pending = migrations.filter((migration) => !done.has(migration.number));
    for (const migration of pending) await run(client, migration);
    return pending.map((migration) => migration.number);
  } finally {
    // The lock belongs to the connection: a broken connection releases it.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

/** @throws StartError if the database, which another server uses, has another version's schema */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ number: number }>('select max(number) as number from migrations');
  const newest = Math.max(...all.map((migration) => migration.number));
  if (rows[0]?.number !== newest)
    throw new StartError('The server that uses this data has another version: restart it, then try again.');
}

async function run(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migrations (number, name) values ($1, $2)', [migration.number, migration.name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

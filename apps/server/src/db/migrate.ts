import type pg from 'pg';
import { StartError } from '../config/start-error';
import { NODE_LEASE_MS } from '../host/nodes';
import { countHolders } from './hold';
import { migrations as all, type Migration } from './migrations';

/** Arbitrary key of the advisory lock: two servers that start at the same time on one database take turns. */
const MIGRATION_LOCK = 0x6561_7274;

export const MIGRATIONS_TABLE = `create table if not exists migrations (
  number integer primary key, name text not null, ran_at timestamptz not null default now())`;

/** The database was migrated by a newer version of this server. */
export class NewerDatabaseError extends StartError {
  override readonly name = 'NewerDatabaseError';
}

/** A migration failed. Nothing was changed: the version of the server that used the database before can start. */
class MigrationError extends StartError {
  override readonly name = 'MigrationError';

  constructor({ number, name }: Migration, cause: unknown) {
    const { code } = cause as { readonly code?: unknown };
    // Details could have values of rows; in class 22 (data exception) the message has, too.
    const isOfData = typeof code === 'string' && code.startsWith('22');
    const reason = isOfData ? `SQLSTATE ${code}` : cause instanceof Error ? cause.message : String(cause);
    super(
      `Migration ${number} (${name}) failed: ${reason}. Nothing was changed: start the version that you had before, and see docs/operations/upgrade.md.`,
      { cause },
    );
  }
}

/**
 * Migrates the database, under a lock. All migrations are one transaction: if one fails, the database stays as the version before left it,
 * and that version can start.
 * @param onRun before each one that changes a database with tables: it may take long
 * @returns the numbers of the migrations that ran
 * @throws NewerDatabaseError if the database has migrations that this server does not know
 * @throws MigrationError if one fails; StartError if a server of the version before still runs
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[] = all,
  onRun: (migration: Migration) => void = () => undefined,
): Promise<number[]> {
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
        `The database has migration ${unknown}, this server knows ${newest} and older: this version is too old for it. Start a newer one.`,
      );
    const pending = migrations.filter((migration) => !done.has(migration.number));
    if (done.size > 0 && pending.length > 0) await requireNoServer(client);
    await runAll(client, pending, done.size > 0 ? onRun : () => undefined);
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

/**
 * Several servers share a database: those of the version before must stop before its tables change. One that runs has a lease, and holds
 * the database; a lease alone can be that of a killed server, and one more holder another server that starts now.
 */
async function requireNoServer(client: pg.PoolClient): Promise<void> {
  if ((await countHolders(client)) < 2) return;
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('nodes') as name`);
  if (!found[0]?.name) return;
  const { rows } = await client.query('select 1 from nodes where seen_at > now() - make_interval(secs => $1) limit 1', [
    NODE_LEASE_MS / 1000,
  ]);
  if (rows.length > 0)
    throw new StartError(
      'A server of the version before still uses this database: stop all servers, then start this one. After one was killed, wait a minute.',
    );
}

async function runAll(
  client: pg.PoolClient,
  pending: readonly Migration[],
  onRun: (migration: Migration) => void,
): Promise<void> {
  await client.query('begin');
  try {
    for (const migration of pending) {
      onRun(migration);
      await run(client, migration);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function run(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    // Checks that wait for the end of the transaction would keep the next migration from changing their tables.
    await client.query('set constraints all immediate');
  } catch (error) {
    throw new MigrationError(migration, error);
  }
  await client.query('insert into migrations (number, name) values ($1, $2)', [migration.number, migration.name]);
}

/** The rows of a database as PostgreSQL's COPY writes them: read in one snapshot, and written into an empty database. */
import { once } from 'node:events';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { StartError } from '../config/start-error';
import { MIGRATIONS_TABLE } from './migrate';
import { migrations } from './migrations';

/** Bytes of one entry of the archive. A row may go on in the next one. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** A connection of its own, with a transaction that ends with it. */
export type CopyClient = pg.Client;

export interface Table {
  readonly name: string;
  /** Those that are stored, not computed. */
  readonly columns: string[];
}

export interface Sequence {
  readonly name: string;
  readonly value: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ');

async function connect(connectionString: string, name: string, begin: string): Promise<CopyClient> {
  const client = new pg.Client({ connectionString, application_name: name });
  // If the connection breaks between two queries, the next one fails. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(begin);
  return client;
}

/** One snapshot for all tables: what is written meanwhile is not in it, as a whole. */
export const openSnapshot = (connectionString: string): Promise<CopyClient> =>
  connect(connectionString, 'earth-backup', 'begin isolation level repeatable read read only');

/** The number of the last migration. @throws StartError if there is none */
export async function readMigration(client: CopyClient): Promise<number> {
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('migrations') as name`);
  if (!found[0]?.name) throw new StartError('The database is empty.');
  const { rows } = await client.query<{ number: number }>('select max(number) as number from migrations');
  return rows[0]?.number ?? 0;
}

/**
 * Makes the schema as it was after a migration, in a transaction that `commit` ends. Without it nothing is changed.
 * @throws StartError if the database is not empty
 */
export async function openEmpty(connectionString: string, migration: number): Promise<CopyClient> {
  const client = await connect(connectionString, 'earth-restore', 'begin');
  const { rows } = await client.query('select 1 from pg_tables where schemaname = current_schema() limit 1');
  if (rows.length > 0) {
    await client.end();
    throw new StartError('The database is not empty: a backup is restored into a new one, and replaces nothing.');
  }
  await client.query(MIGRATIONS_TABLE);
  for (const { number, sql } of migrations) if (number <= migration) await client.query(sql);
  return client;
}

export async function commit(client: CopyClient): Promise<void> {
  await client.query('commit');
}

export async function listTables(client: CopyClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows;
}

export async function listSequences(client: CopyClient): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`);
  return rows;
}

/** The rows of a table, in pieces. */
export async function* readRows(client: CopyClient, table: Table): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of client.query(to(`copy ${quoted(table.name)} (${columnsOf(table)}) to stdout`))) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

export interface RowWriter {
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

export function writeRows(client: CopyClient, table: Table): RowWriter {
  const stream = client.query(from(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`));
  let failure: Error | null = null;
  stream.once('error', (error) => {
    failure = error;
  });
  return {
    async write(piece) {
      if (failure) throw failure;
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    },
    async end() {
      if (failure) throw failure;
      const finished = once(stream, 'finish');
      stream.end();
      await finished;
    },
  };
}

interface Statement {
  readonly drop: string;
  readonly add: string;
}

/**
 * Runs `write` while the tables are empty, without foreign keys and triggers, so that their order does not matter. Then all rows are
 * checked against the keys. For a transaction: an error leaves nothing changed if it is rolled back.
 */
export async function withoutRules(
  client: CopyClient,
  tables: readonly Table[],
  write: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await client.query<Statement>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  const names = tables.map(({ name }) => quoted(name));
  for (const { drop } of keys) await client.query(drop);
  await client.query(`truncate ${names.join(', ')}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await write();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { add } of keys) await client.query(add);
}

export async function writeSequences(client: CopyClient, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value]);
}

/** The rows of a database as PostgreSQL's COPY writes them: read in one snapshot, and written into an empty database. */
import { once } from 'node:events';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Bytes of one entry of the archive. A row may go on in the next one. */
const PIECE_BYTES = 4 * 1024 * 1024;

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

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`);
  return rows;
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`);
  return rows;
}

/** The rows of a table, in pieces. */
export async function* readRows(client: pg.ClientBase, table: Table): AsyncGenerator<Buffer> {
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

export function writeRows(client: pg.ClientBase, table: Table): RowWriter {
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
  client: pg.ClientBase,
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

export async function writeSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value]);
}

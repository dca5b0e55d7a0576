/** Data of an older server: its rows and blobs, as files of a data folder and a database that has only the migrations of that time. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { inject } from 'vitest';
import * as z from 'zod';
import { createPool } from '../src/db/database';
import { migrate } from '../src/db/migrate';
import { migrations } from '../src/db/migrations';
import './provided';

/** `tables`: rows by table. `blobs`: in base64, by key. */
const snapshot = z.object({
  migration: z.int(),
  masterKey: z.string(),
  tables: z.record(z.string(), z.array(z.unknown())),
  blobs: z.record(z.string(), z.base64()),
});

/** With the values of identity columns, and without those that are computed. What rows of migrations there are is replaced. */
async function insertRows(client: pg.Client, table: string, rows: unknown[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; sequence: string | null }>(
    `select quote_ident(column_name) as name, pg_get_serial_sequence($1, column_name) as sequence
     from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await client.query(`delete from "${table}"`);
  await client.query(
    `insert into "${table}" (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(rows)],
  );
  for (const { name, sequence } of columns)
    if (sequence !== null) await client.query(`select setval($1, (select max(${name}) from "${table}"))`, [sequence]);
}

export interface OldData {
  /** The settings of a server that starts on it. */
  readonly variables: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** @param name a snapshot in this folder */
export async function restoreOldData(name: string): Promise<OldData> {
  const file = await readFile(new URL(name, import.meta.url));
  const text = (name.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8');
  const { migration, masterKey, tables, blobs } = snapshot.parse(JSON.parse(text));
  const { connectionString } = inject('database');
  const database = `old_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const url = connectionString.replace(/\/[^/]*$/, `/${database}`);
  const pool = createPool(url, () => undefined);
  await migrate(pool, migrations.slice(0, migration));
  await pool.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // As when a dump is restored: rows may refer to later ones.
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(tables)) await insertRows(client, table, rows);
  await client.end();
  const dataDir = await mkdtemp(join(tmpdir(), 'earth-test-'));
  for (const [key, base64] of Object.entries(blobs)) {
    const path = join(dataDir, 'blobs', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, base64, 'base64');
  }
  return {
    variables: { DATA_DIR: dataDir, DATABASE_URL: url, MASTER_KEY: masterKey },
    async remove() {
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

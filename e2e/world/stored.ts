/** Everything that a server stores, decoded as far as is possible without keys. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl, type TestServer } from './server';

/** A stored value: its place, and its bytes. */
export interface Stored {
  readonly where: string;
  readonly bytes: Buffer;
}

const DEPTH = 6;
const BASE64_RUN = /[A-Za-z0-9+/_-]{12,}={0,2}/g;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** All texts within a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The bytes, then their decoded contents: texts of JSON, and what looks like base64, to any depth. */
function* unfold(bytes: Buffer, depth = DEPTH): Generator<Buffer> {
  yield bytes;
  if (depth === 0) return;
  const text = bytes.toString('utf8');
  for (const inner of textsIn(readJson(text))) if (inner !== text) yield* unfold(Buffer.from(inner), depth - 1);
  for (const [run] of text.matchAll(BASE64_RUN)) yield* unfold(Buffer.from(run, 'base64'), depth - 1);
}

/** Whether the bytes occur in the stored value: raw, in JSON, in base64, or nested. */
export const contains = (stored: Stored, wanted: Buffer) =>
  [...unfold(stored.bytes)].some((bytes) => bytes.includes(wanted));

/** The names of those that occur in the stored value, in the same sense. */
export function findIn(stored: Stored, wanted: readonly { readonly name: string; readonly bytes: Buffer }[]): string[] {
  const found = new Set<string>();
  for (const layer of unfold(stored.bytes))
    for (const { name, bytes } of wanted) if (layer.includes(bytes)) found.add(name);
  return [...found];
}

/** Every value of every column of every table. */
async function readTables(databaseUrl: string): Promise<Stored[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const stored: Stored[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          if (value === null) continue;
          const bytes = Buffer.isBuffer(value)
            ? value
            : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
          stored.push({ where: `${name}.${column}`, bytes });
        }
    }
    return stored;
  } finally {
    await client.end();
  }
}

/** Every file under a folder, except in the folders that `skip` names. */
async function readFiles(folder: string, skip: readonly string[] = []): Promise<Stored[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const stored = await Promise.all(
    entries.map(async (entry): Promise<Stored[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skip.includes(entry.name) ? [] : readFiles(path, skip);
      return entry.isFile() ? [{ where: path, bytes: await readFile(path) }] : [];
    }),
  );
  return stored.flat();
}

/** Everything that the server has: tables, files (mails, blobs, keys) and logs; except the names of products. */
export async function readEverythingStored(server: TestServer): Promise<Stored[]> {
  const tables = await readTables(await databaseUrl(server.dataDir));
  const files = await readFiles(server.dataDir, ['db']);
  const log = { where: 'log', bytes: Buffer.from(server.log()) };
  return [...tables, ...files, log].filter(({ where }) => where !== 'public.products.name');
}

/** Seals all that is sealed under one master key under another one: in one transaction, so that no database is ever between two keys. */
import { sealLog } from '@earth/crypto/keys';
import pg from 'pg';
import { type AnySealedColumn, createColumnSeal, type OwnSealedColumn, sealedColumns } from '../config/column-seal';
import type { Seals } from '../config/secrets';
import { StartError } from '../config/start-error';
import { CHANGED_NAME, findProof, opensProof } from './master-key';
import { migrations } from './migrations';
import { readMigration } from './table-copies';

const BATCH = 500;
const columns = Object.keys(sealedColumns) as AnySealedColumn[];

export interface ResealOptions {
  readonly from: Seals;
  readonly to: Seals;
  readonly now: Date;
  /** After each batch. */
  readonly onProgress: (progress: {
    readonly column: AnySealedColumn;
    readonly done: number;
    readonly of: number;
  }) => void;
}

export interface Resealed {
  /** False: everything was sealed under the new key already. */
  readonly isChanged: boolean;
  readonly rows: number;
  /** Open invitations, whose codes are compared by a key derived from the master key: they are no longer valid. */
  readonly invitations: number;
}

/**
 * All or nothing: also if the process is killed, or the database stops.
 * @throws StartError if `from` is not the key of this database, or a row does not open
 */
export async function resealAll(connectionString: string, options: ResealOptions): Promise<Resealed> {
  const client = await connect(connectionString);
  try {
    await client.query('begin');
    await requireThisVersion(client);
    if (await isUnderNewKey(client, options)) return { isChanged: false, rows: 0, invitations: 0 };
    const tables = new Set(columns.map((column) => column.split('.')[0]));
    // Programs that may run beside a server, such as an import, wait.
    await client.query(`lock table ${[...tables].join(', ')} in share row exclusive mode`);
    let rows = 0;
    for (const column of columns) rows += await resealColumn(client, column, options);
    await client.query(
      'insert into server_facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [CHANGED_NAME, options.now.toISOString()],
    );
    const invitations = await countOpenInvitations(client, options.now);
    await client.query('commit');
    return { isChanged: true, rows, invitations };
  } finally {
    // Rolls back what has not been committed.
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'earth-change-master-key' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function requireThisVersion(client: pg.Client): Promise<void> {
  const newest = Math.max(...migrations.map(({ number }) => number));
  if ((await readMigration(client)) !== newest)
    throw new StartError(
      'The database is of another version: start and stop the server of this version, then try again.',
    );
}

/**
 * Whether a key opens the proof of this database.
 * @throws StartError if the database is of another version, or has no master key yet
 */
export async function readProof(connectionString: string): Promise<(key: Uint8Array) => Promise<boolean>> {
  const client = await connect(connectionString);
  try {
    await requireThisVersion(client);
    const proof = await requireProof(client);
    return (key) => opensProof(proof, createColumnSeal(key));
  } finally {
    await client.end();
  }
}

async function requireProof(client: pg.Client): Promise<string> {
  const proof = await findProof(client);
  if (proof === null) throw new StartError('The database has no master key yet: start the server once.');
  return proof;
}

async function isUnderNewKey(client: pg.Client, { from, to }: ResealOptions): Promise<boolean> {
  const proof = await requireProof(client);
  if (await opensProof(proof, from.columnSeal)) return false;
  if (await opensProof(proof, to.columnSeal)) return true;
  throw new StartError('Neither master key opens this database. Nothing was changed.');
}

async function countOpenInvitations(client: pg.Client, now: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from invitations
     where used_at is null and revoked_at is null and expires_at > $1`,
    [now],
  );
  return rows[0]?.count ?? 0;
}

interface Row {
  readonly id: string;
  readonly sealed: string;
}

async function resealColumn(client: pg.Client, column: AnySealedColumn, options: ResealOptions): Promise<number> {
  const [table, name] = column.split('.');
  const { id, context } = sealedColumns[column];
  // An empty private key is that of a person with protected keys; other facts of the server are not sealed.
  const sealedOnes = `from ${table} where ${context === 'logs' ? 'true' : `${name} like 'v1.%'`}`;
  const { rows: counted } = await client.query<{ count: number }>(`select count(*)::int as count ${sealedOnes}`);
  const of = counted[0]?.count ?? 0;
  // A cursor sees the rows as they were when it was opened.
  await client.query(`declare sealed_rows cursor for select ${id.name}::text as id, ${name} as sealed ${sealedOnes}`);
  let done = 0;
  while (done < of) {
    const { rows } = await client.query<Row>(`fetch ${BATCH} from sealed_rows`);
    const sealed = await Promise.all(rows.map((row) => resealRow(column, row, options)));
    await client.query(
      `update ${table} set ${name} = given.sealed
       from unnest($1::${id.type}[], $2::text[]) as given (id, sealed) where ${table}.${id.name} = given.id`,
      [rows.map((row) => row.id), sealed],
    );
    done += rows.length;
    options.onProgress({ column, done, of });
  }
  await client.query('close sealed_rows');
  return of;
}

async function resealRow(column: AnySealedColumn, { id, sealed }: Row, { from, to }: ResealOptions): Promise<string> {
  if (column === 'crash_logs.data') {
    const text = await from.logKeys.open(sealed);
    // One that was not sealed for this server stays as it came.
    return text === null ? sealed : await sealLog(text, to.logKeys.publicKey);
  }
  const place: { readonly column: OwnSealedColumn; readonly id: string } = { column, id };
  const text = await from.columnSeal.open(sealed, place).catch(() => {
    throw new StartError(`${column} of ${id} does not open with the present master key. Nothing was changed.`);
  });
  return await to.columnSeal.seal(text, place);
}

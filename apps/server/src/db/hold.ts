/**
 * Exclusive hold on a database: it is used by one server, or by several that share a Redis. Without Redis, clients would not be
 * notified of what another server does.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../config/start-error';

/** Arbitrary key of the advisory lock. */
const HOLD = [0x6561, 0x7274] as const;
/** The lock of a killed server lasts until the database notices, which takes milliseconds. */
const TIMEOUT_MS = 1500;
const RETRY_MS = 100;

/** Another server uses this database. */
export class DatabaseHeldError extends StartError {
  override readonly name = 'DatabaseHeldError';
}

export interface Hold {
  /** Publishes where this server listens, for the error message of a second server. */
  describe(port: number): Promise<void>;
  release(): Promise<void>;
}

interface Options {
  readonly connectionString: string;
  readonly pid: number;
  /** Null for a process that is not a server but a command, such as an import. */
  readonly port: number | null;
  /** Other servers that share it may use the database too. */
  readonly isShared: boolean;
  /** Called if the connection broke and another server held the database when it was back. */
  readonly onLost: (error: unknown) => void;
}

const nameOf = (pid: number, port: number | null) =>
  port === null ? `another command, process ${pid}` : `earth server, process ${pid}, port ${port}`;

/**
 * Takes the database for this server by a session-level advisory lock, which ends with the process.
 * @throws DatabaseHeldError naming the process that holds it
 */
export async function holdDatabase(options: Options): Promise<Hold> {
  let { port } = options;
  let isReleased = false;
  let client: pg.Client;

  async function acquire(): Promise<void> {
    client = await connect(options, nameOf(options.pid, port));
    client.once('end', () => {
      if (!isReleased) reacquire().catch(options.onLost);
    });
  }

  async function reacquire(): Promise<void> {
    while (!isReleased) {
      try {
        return await acquire();
      } catch (error) {
        if (error instanceof DatabaseHeldError) throw error;
        await delay(1000, undefined, { ref: false });
      }
    }
  }

  await acquire();
  return {
    async describe(actual) {
      port = actual;
      await client.query(`set application_name to '${nameOf(options.pid, port)}'`);
    },
    async release() {
      isReleased = true;
      await client.end();
    },
  };
}

async function connect({ connectionString, isShared }: Options, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // A connection error is followed by 'end'.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (await tryLock(client, isShared)) return client;
    const holder = await holderOf(client);
    throw new DatabaseHeldError(`This data is already in use by ${holder}. Stop that one, or choose another DATA_DIR.`);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function tryLock(client: pg.Client, isShared: boolean): Promise<boolean> {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  for (let waited = 0; waited <= TIMEOUT_MS; waited += RETRY_MS) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1, $2) as taken`, [...HOLD]);
    if (rows[0]?.taken) return true;
    await delay(RETRY_MS);
  }
  return false;
}

const HOLDERS = `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** How many processes hold the database, this one counted. */
export async function countHolders(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(HOLDERS, [...HOLD]);
  return rows.length;
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity where pid = (${HOLDERS} limit 1)`,
    [...HOLD],
  );
  return rows[0]?.name || 'another server';
}

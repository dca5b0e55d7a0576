/** One PostgreSQL server over one folder: created, started or adopted, stopped. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  appendFile,
  chown,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { writeOnce } from '../../config/write-once';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { EmbeddedError } from './embedded-error';
import { freePort } from './free-port';

const run = promisify(execFile);

const USER = 'earth';
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 100;

export interface Place {
  readonly folder: string;
  readonly account: Account | null;
  readonly binaries: Binaries;
}

const clusterOf = ({ folder }: Place) => join(folder, 'cluster');
const logOf = ({ folder }: Place) => join(folder, 'postgresql.log');
const passwordFileOf = ({ folder }: Place) => join(folder, 'password');

/** No variable of the caller's (PGPORT, PGDATA, …) may reach the programs. */
const surroundings = ({ folder, account }: Place) => ({
  ...account,
  cwd: folder,
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
});

/**
 * A small server, to fit into a 250 MB machine together with ours. It is reachable from this machine only, and only with the
 * password, in a file that only its user may read. TCP works the same on every system; a socket's path may be too long.
 */
const configuration = (port: number) => `# Written at every start. Changes of your own: ALTER SYSTEM.
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 60
shared_buffers = 32MB
maintenance_work_mem = 32MB
max_wal_size = 256MB
max_worker_processes = 2
max_parallel_workers = 0
max_logical_replication_workers = 0
max_parallel_workers_per_gather = 0
max_wal_senders = 0
wal_level = minimal
io_method = sync
jit = off
log_min_messages = warning
log_error_verbosity = terse
log_min_error_statement = panic
`;

async function writeFor({ account }: Place, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  if (account) await chown(path, account.uid, account.gid);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Creates the cluster if there is none: under a temporary name first, so that a half-made one is never used. */
export async function makeCluster(place: Place): Promise<void> {
  if (await exists(join(clusterOf(place), 'PG_VERSION'))) return;
  await writeOnce(passwordFileOf(place), randomBytes(24).toString('base64url'), place.account);
  const half = await mkdtemp(`${clusterOf(place)}-`);
  if (place.account) await chown(half, place.account.uid, place.account.gid);
  const args = ['-D', half, '-U', USER, `--pwfile=${passwordFileOf(place)}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  // Sorts by code point and knows the letters of all languages, independently of the system's locales.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions');
  await run(place.binaries.initdb, args, surroundings(place));
  await appendFile(join(half, 'postgresql.conf'), "\ninclude_if_exists 'earth.conf'\n");
  await rename(half, clusterOf(place)).catch(async (error: unknown) => {
    await rm(half, { recursive: true, force: true });
    if (!(await exists(join(clusterOf(place), 'PG_VERSION')))) throw error;
  });
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** The server that runs on the folder, by its lock file. A process id that now belongs to another program does not count. */
async function runningPostmaster(place: Place): Promise<Postmaster | null> {
  const file = join(clusterOf(place), 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid) return null;
  if (await worksIn(clusterOf(place), pid)) return { pid, port };
  await rm(file, { force: true });
  return null;
}

/** A PostgreSQL server works in the folder of its cluster: this rules out servers of other clusters, and zombie processes. */
async function worksIn(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux')
    return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === (await realpath(cluster));
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function addressOf(place: Place, port: number): Promise<string> {
  const password = (await readFile(passwordFileOf(place), 'utf8')).trim();
  return `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A server that answers. */
export interface RunningCluster {
  readonly address: string;
  readonly port: number;
}

/** Whether the server of the folder runs. It may still be starting. */
export const isClusterRunning = async (place: Place): Promise<boolean> => (await runningPostmaster(place)) !== null;

/**
 * Starts the server, or adopts the one that an earlier start left running.
 * @param port the port to listen on; a free one if absent
 * @returns its address once it answers
 */
export async function startCluster(place: Place, port?: number): Promise<RunningCluster> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const running = await runningPostmaster(place);
    if (running) {
      const address = await addressOf(place, running.port);
      if (await answers(address)) return { address, port: running.port };
      // It is starting or stopping; in the latter case the next round starts it.
      await delay(50);
    } else await launch(place, port ?? (await freePort()));
  }
  throw new EmbeddedError(`PostgreSQL did not answer within a minute: see ${logOf(place)}.`);
}

/**
 * Transient failures, for which the next round retries. Another program took the port first: the next round takes another port. Or
 * a process of a killed server is still running: it ends by itself as soon as it notices, which may take long if it waits for the
 * disk or the processor.
 */
const PASSING = /could not bind|pre-existing shared memory block/;

async function launch(place: Place, port: number): Promise<void> {
  await writeFor(place, join(clusterOf(place), 'earth.conf'), configuration(port));
  // Only this start is of interest, and the file must not grow for ever.
  await writeFor(place, logOf(place), '');
  try {
    // pg_ctl puts the server into a session of its own: Ctrl+C in this terminal does not reach it.
    await pgCtl(place, ['-l', logOf(place), '-w', '-t', '60', 'start']);
  } catch {
    // A concurrent start may have been faster: then its server is there.
    if (await runningPostmaster(place)) return;
    const log = await readFile(logOf(place), 'utf8');
    if (PASSING.test(log)) {
      await delay(RETRY_MS);
      return;
    }
    const lines = log.trim().split('\n');
    const reason = lines.find((line) => / (FATAL|PANIC): /.test(line)) ?? lines.at(-1);
    throw new EmbeddedError(`PostgreSQL did not start: ${reason || 'it left no message'} (${logOf(place)})`);
  }
}

export async function stopCluster(place: Place): Promise<void> {
  if (await runningPostmaster(place)) await pgCtl(place, ['-m', 'fast', '-w', '-t', '60', 'stop']);
}

const pgCtl = (place: Place, args: readonly string[]) =>
  run(place.binaries.pg_ctl, ['-D', clusterOf(place), '-s', ...args], surroundings(place));

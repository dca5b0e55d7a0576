/** The real server as built, in a process and a folder of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const CODE_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 25;

/** Settings in addition to those of every test: see the README. */
export type Settings = Readonly<Record<string, string>>;

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything that it has logged so far, over all restarts. */
  log(): string;
  /** The number of sign-in codes sent to an address. */
  countCodes(email: string): Promise<number>;
  /** Waits for the code of the mail after the first `known` ones. */
  nextCode(email: string, known: number): Promise<string>;
  /** Starts it again on the same folder and port. */
  start(): Promise<void>;
  /** Stops it by SIGINT, and waits for its end. */
  stop(): Promise<void>;
  /** Kills it like a power cut; its database may go on running. */
  kill(): Promise<void>;
  /** Stops it and removes its folder. */
  dispose(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

async function waitFor<T>(what: string, timeoutMs: number, look: () => Promise<T | null>): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > until) throw new Error(`Waited ${timeoutMs} ms for ${what}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** The codes mailed to an address, oldest first: the file names start with the time. */
async function readCodes(outbox: string, email: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  const texts = await Promise.all(mails.map((name) => readFile(join(outbox, name), 'utf8')));
  const toThem = new RegExp(`^To:.*${email.replaceAll('.', '\\.')}`, 'im');
  return texts
    .filter((text) => toThem.test(text))
    .flatMap((text) => /\b\d{6}\b/.exec(text.slice(text.search(/\r?\n\r?\n/)))?.[0] ?? []);
}

/** The lines of the embedded database's lock file, if it runs. */
async function readLock(dataDir: string): Promise<string[] | null> {
  const text = await readFile(join(dataDir, 'db', 'cluster', 'postmaster.pid'), 'utf8').catch(() => null);
  return text?.split('\n') ?? null;
}

/** The process id of the embedded database; null: it does not run. */
export async function databasePid(dataDir: string): Promise<number | null> {
  const [pid] = (await readLock(dataDir)) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The URL of the embedded database; needs read access to its folder. */
export async function databaseUrl(dataDir: string): Promise<string> {
  const port = (await readLock(dataDir))?.[3];
  if (port === undefined) throw new Error(`No database runs on ${dataDir}`);
  const password = (await readFile(join(dataDir, 'db', 'password'), 'utf8')).trim();
  return `postgres://earth:${password}@127.0.0.1:${port}/postgres`;
}

/** Stops the database of a killed server. */
async function endDatabase(dataDir: string) {
  const pid = await databasePid(dataDir);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  await waitFor('the database to end', START_TIMEOUT_MS, async () =>
    (await databasePid(dataDir)) === null ? true : null,
  );
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earth-e2e-'));
  // The database may run as another user.
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** Modes and owners stay, because the database runs as another user. Blobs are linked: the server never writes into a file of theirs. */
async function copyTemplate(template: string, dataDir: string): Promise<void> {
  const copy = (...args: string[]) => promisify(execFile)('cp', ['-a', ...args, dataDir]);
  const names = await readdir(template);
  await copy(...names.filter((name) => name !== 'blobs').map((name) => join(template, name)));
  if (names.includes('blobs')) await copy('--link', join(template, 'blobs'));
}

/**
 * Creates a folder of a server that was started once with the demo people, and was prepared: other servers can start from a copy of
 * it.
 */
export async function makeTemplate(prepare: (server: TestServer) => Promise<void>): Promise<string> {
  const server = await startServer();
  await prepare(server);
  await server.stop();
  return server.dataDir;
}

/**
 * Pool of servers with the default settings, one per journey: the next one starts, and the last one stops, while a journey runs.
 */
export interface ServerPool {
  acquire(): Promise<TestServer>;
  /** Stops it and removes its folder. */
  release(server: TestServer): void;
  /** Rejects if a server did not stop cleanly. */
  close(): Promise<void>;
}

/** @param template as for `startServer` */
export function createServerPool(template: string): ServerPool {
  let next: Promise<TestServer> | null = null;
  const stopping: Promise<void>[] = [];
  const start = () => {
    const starting = startServer({}, template);
    // The rejection is reported to the caller of `acquire`.
    starting.catch(() => undefined);
    return starting;
  };
  return {
    async acquire() {
      const taken = next ?? start();
      next = null;
      const server = await taken;
      next = start();
      return server;
    },
    release(server) {
      const stopped = server.dispose();
      stopped.catch(() => undefined);
      stopping.push(stopped);
    },
    async close() {
      if (next) stopping.push(next.then((server) => server.dispose()));
      await Promise.all(stopping);
    },
  };
}

/**
 * Starts a server in a folder of its own with the demo people, and waits until it answers.
 * @param template a folder to copy, which is faster than creating the demo people
 * @param isAgain it is tried for the second time
 */
export async function startServer(settings: Settings = {}, template?: string, isAgain = false): Promise<TestServer> {
  const dataDir = await makeDataDir();
  if (template !== undefined) await copyTemplate(template, dataDir);
  const port = await freePort();
  const url = `http://${settings['HOST'] ?? 'localhost'}:${port}`;
  const outbox = join(dataDir, 'outbox');
  let child: ChildProcess | null = null;
  let output = '';

  async function end(signal: NodeJS.Signals) {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`The server stopped with ${code}:\n${output}`);
  }

  async function start() {
    const started = spawn(process.execPath, [MAIN], {
      cwd: dataDir,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: 'true',
        // Seconds of a core for each marker of the demo: journeys of the camera switch it on.
        PROCESS_VIEWS: 'false',
        PUBLIC_URL: url,
        // Several servers run at once: the journeys of the relay name a port.
        TURN_PORT: '0',
        // A busy machine is slow at times, and the log must be empty.
        SLOW_QUERY_MS: '0',
        CODE_RESEND_SECONDS: '0',
        // All people of the journeys sign in from one address, and often.
        SIGN_IN_MAILS_PER_HOUR: '100000',
        SIGN_IN_TRIES_PER_HOUR: '100000',
        SIGN_IN_ADDRESS_PER_HOUR: '100000',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    await waitFor('the server to be ready', START_TIMEOUT_MS, async () => {
      if (started.exitCode !== null) throw new Error(`The server ended by itself:\n${output}`);
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      return answer?.ok ? true : null;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${output}`);
    });
  }

  const server: TestServer = {
    url,
    dataDir,
    get pid() {
      return child?.pid ?? 0;
    },
    log: () => output,
    countCodes: async (email) => (await readCodes(outbox, email)).length,
    nextCode: (email, known) =>
      waitFor(`a code for ${email}`, CODE_TIMEOUT_MS, async () => (await readCodes(outbox, email))[known] ?? null),
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async dispose() {
      await end('SIGTERM');
      await endDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await start();
  } catch (error) {
    await server.dispose();
    // Another process took the port after it was found free.
    if (!isAgain && String(error).includes('is in use')) return await startServer(settings, template, true);
    throw error;
  }
  return server;
}

/** The server as operators start it: a process of its own, with a data folder of its own. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleServer as bundleInto } from '../../../scripts/server-bundle.mjs';

const server = join(import.meta.dirname, '..');
const bundles = join(server, 'dist', 'tests');

/** Bundles the processes' code from the present sources. */
export const bundleServer = () => bundleInto('apps/server/dist/tests');

type Variables = Readonly<Record<string, string>>;

/** A folder that the database's own user may enter. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earth-process-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The database's process, by its lock file; null if there is none. */
export async function databaseProcess(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'db', 'cluster', 'postmaster.pid'), 'utf8').catch(() => null);
  return text === null ? null : Number(text.split('\n')[0]);
}

/** A program whose output is read. */
export class WatchedProcess {
  readonly #child: ChildProcess;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  output = '';
  errors = '';

  constructor(program: string, args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env'> = {}) {
    this.#child = spawn(program, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, which gets a terminal's Ctrl+C.
      detached: true,
    });
    this.#child.stdout?.on('data', (text) => {
      this.output += String(text);
    });
    this.#child.stderr?.on('data', (text) => {
      this.errors += String(text);
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve(code ?? signal));
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first group of a pattern, once the program has printed a match. */
  async printed(pattern: RegExp): Promise<string> {
    let isOver = false;
    void this.ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const [, printed] = pattern.exec(this.output) ?? [];
      if (printed !== undefined) return printed;
      await new Promise((resolve) => {
        this.#child.stdout?.once('data', resolve);
        this.#child.once('close', resolve);
      });
    }
    throw new Error(`The program ended: ${this.errors}`);
  }

  /** Closes the pipes of its output, like a closed terminal. */
  closePipes(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ctrl+C in the terminal: all processes of the group get it. */
  interrupt(): void {
    process.kill(-this.pid, 'SIGINT');
  }
}

export class ServerProcess extends WatchedProcess {
  constructor(
    folder: string,
    variables: Variables,
    args: readonly string[] = [],
    program:
      | 'main'
      | 'cli/backup'
      | 'cli/change-master-key'
      | 'cli/company'
      | 'cli/import-contents'
      | 'cli/move-blobs'
      | 'cli/restore' = 'main',
  ) {
    super(process.execPath, [join(bundles, `${program}.js`), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', TURN_PORT: '0', SLOW_QUERY_MS: '0', ...variables },
    });
  }

  /** The URL, once the server says that it is ready. */
  ready(): Promise<string> {
    return this.printed(/is ready: (\S+)/);
  }
}

/** Whether a process runs: a zombie does not. */
export async function isRunning(pid: number | null): Promise<boolean> {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(status);
}

/** Ends all processes that a test left running in a folder, and deletes the folder. */
export async function cleanUp(folder: string, servers: readonly ServerProcess[]): Promise<void> {
  await endAll(folder, servers);
  await rm(folder, { recursive: true, force: true });
}

/** The same without deleting the folder. */
export async function endAll(folder: string, servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) {
    server.kill('SIGKILL');
    await server.ended;
  }
  const database = await databaseProcess(join(folder, 'data'));
  if (database !== null && (await isRunning(database))) {
    process.kill(database, 'SIGQUIT');
    while (await isRunning(database)) await delay(20);
  }
}

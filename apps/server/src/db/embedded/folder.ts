/** Where the embedded database stores its data: `DATA_DIR/db`, or a link there to a folder that its account may enter. */
import { chown, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, accountFor, mayEnter } from './account';
import { EmbeddedError } from './embedded-error';

export interface DatabaseFolder {
  readonly folder: string;
  readonly account: Account | null;
  /** Whether the data is not under DATA_DIR. */
  readonly isElsewhere: boolean;
}

/**
 * Finds or creates the folder.
 * @param shared the parent folder if the account may not enter DATA_DIR
 */
export async function findFolder(dataDir: string, shared: string): Promise<DatabaseFolder> {
  const link = join(await realpath(dataDir), 'db');
  const existing = await realpath(link).catch(() => null);
  const folder = existing ?? link;
  const account = await accountFor(folder);
  if (existing || !account || (await mayEnter(await realpath(dataDir), account))) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
    if (account && !(await mayEnter(folder, account)))
      throw new EmbeddedError(`User ${account.uid}, which owns the database, may not enter ${folder}.`);
    return { folder, account, isElsewhere: folder !== link };
  }
  return { folder: await makeElsewhere(link, shared, account), account, isElsewhere: true };
}

/** Creates a folder that the account may enter, and a link to it: DATA_DIR finds its data even after it is moved. */
async function makeElsewhere(link: string, shared: string, account: Account): Promise<string> {
  await mkdir(shared, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(shared, 'db-'));
  await writeFile(join(folder, 'belongs-to'), `${dirname(link)}\n`);
  await chown(folder, account.uid, account.gid);
  await symlink(folder, link);
  return folder;
}

/** Where the embedded database keeps its data: `DATA_DIR/db`, or a link there to a folder that its account may enter. */
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
 * Finds or makes the folder.
 * @param shared where it goes if the account may not enter DATA_DIR
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
      throw new EmbeddedError(`User ${account.uid}, whom the database belongs to, may not enter ${folder}.`);
    return { folder, account, isElsewhere: folder !== link };
  }
  return { folder: await makeElsewhere(link, shared, account), account, isElsewhere: true };
}

/** Makes a folder that the account may enter, and a link to it: wherever DATA_DIR moves, it finds its data. */
async function makeElsewhere(link: string, shared: string, account: Account): Promise<string> {
  await mkdir(shared, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(shared, 'db-'));
  await writeFile(join(folder, 'belongs-to'), `${dirname(link)}\n`);
  await chown(folder, account.uid, account.gid);
  await symlink(folder, link);
  return folder;
}

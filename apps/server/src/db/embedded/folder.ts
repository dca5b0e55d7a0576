/** Where the embedded database keeps its data: `DATA_DIR/db`, or a link there to a folder that its account may enter. */
import { chown, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountFor, mayEnter } from './account';
import { EmbeddedError } from './embedded-error';

/** For what every account must be able to enter. */
export const SHARED_FOLDER = '/var/lib/earth';

export interface DatabaseFolder {
  readonly folder: string;
  readonly account: Account | null;
  /** Whether the data is not under DATA_DIR. */
  readonly isElsewhere: boolean;
}

/** Finds or makes the folder. */
export async function findFolder(dataDir: string): Promise<DatabaseFolder> {
  const link = join(await realpath(dataDir), 'db');
  const existing = await realpath(link).catch(() => null);
  const account = await accountFor(existing ?? link);
  if (existing) {
    if (account && !(await mayEnter(existing, account)))
      throw new EmbeddedError(`User ${account.uid}, whom the database belongs to, may not enter ${existing}.`);
    return { folder: existing, account, isElsewhere: existing !== link };
  }
  if (!account || (await mayEnter(await realpath(dataDir), account))) {
    await mkdir(link, { recursive: true, mode: 0o700 });
    if (account) await chown(link, account.uid, account.gid);
    return { folder: link, account, isElsewhere: false };
  }
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(SHARED_FOLDER, 'db-'));
  await writeFile(join(folder, 'belongs-to'), `${dataDir}\n`);
  await chown(folder, account.uid, account.gid);
  await symlink(folder, link);
  return { folder, account, isElsewhere: true };
}

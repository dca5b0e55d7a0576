/** The key files of a change of MASTER_KEY. */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFolderOf, MASTER_KEY_FILE } from './secrets';
import type { Settings } from './settings';
import { StartError } from './start-error';
import { writeOnce } from './write-once';

/** The new key, until everything is sealed under it. Its name does not end with `.key`: a backup leaves it out. */
const NEXT_FILE = 'master.key.next';

export interface KeyChange {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  /** Puts the new key in the place of the present one, which is kept beside it. @returns what is left to do, in words */
  finish(now: Date): Promise<string>;
}

const readKey = async (path: string): Promise<Buffer | null> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${path} cannot be read (${error.code}).`);
  });
  return text === null ? null : Buffer.from(text.trim(), 'base64url');
};

const nextPath = (settings: Settings) => join(keyFolderOf(settings), NEXT_FILE);

/** Whether a change of the key in the file has begun and is not finished. */
export const isKeyChangeOpen = async (settings: Settings): Promise<boolean> =>
  settings.masterKey === undefined && (await readKey(nextPath(settings))) !== null;

/**
 * The present key and the new one. If the present one is a file, so is the new one: it is on the disk before anything is sealed under it.
 * @param given the new key; undefined: one is generated
 * @throws StartError if a key is missing, or both are the same
 */
export async function beginKeyChange(settings: Settings, given: Uint8Array | undefined): Promise<KeyChange> {
  const change = settings.masterKey
    ? changeOfSetting(settings.masterKey, given)
    : await changeOfFile(settings, given && Buffer.from(given));
  if (Buffer.from(change.from).equals(change.to))
    throw new StartError('NEW_MASTER_KEY is the present master key: nothing was changed.');
  return change;
}

function changeOfSetting(from: Uint8Array, to: Uint8Array | undefined): KeyChange {
  if (!to)
    throw new StartError(
      'MASTER_KEY is a setting here: set NEW_MASTER_KEY to the new key, e.g. by openssl rand -hex 32.',
    );
  return {
    from,
    to,
    finish: async () => 'Set MASTER_KEY to the new key, on all servers, then start them.',
  };
}

async function changeOfFile(settings: Settings, given: Buffer | undefined): Promise<KeyChange> {
  const folder = keyFolderOf(settings);
  const [path, next] = [join(folder, MASTER_KEY_FILE), nextPath(settings)];
  const from = await readKey(path);
  if (!from) throw new StartError(`There is no ${path}: set MASTER_KEY to the present master key.`);
  const begun = await readKey(next);
  if (given && begun && !given.equals(begun))
    throw new StartError(
      `A change to another key was interrupted: finish it without NEW_MASTER_KEY, or delete ${next} if no change was made.`,
    );
  const to = begun ?? given ?? randomBytes(32);
  if (!from.equals(to)) {
    await writeOnce(next, `${to.toString('base64url')}\n`);
    await sync(next);
    await sync(folder);
  }
  return {
    from,
    to,
    async finish(now) {
      const former = `${path}.until-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`;
      // At each moment there is a key file: `rename` replaces the former one.
      await link(path, former);
      await rename(next, path);
      await sync(folder);
      return `${path} has the new key. The former one is ${former}: delete it when no backup needs it.`;
    },
  };
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

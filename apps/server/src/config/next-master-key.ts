/** The key files of a change of MASTER_KEY. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFolderOf, MASTER_KEY_FILE } from './secrets';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** The new key, until everything is sealed under it. Its name does not end with `.key`: a backup leaves it out. */
const NEXT_FILE = 'master.key.next';
const KEY_BYTES = 32;

/** Whether a key is the one under which the database is sealed. */
type OpensProof = (key: Uint8Array) => Promise<boolean>;

export interface KeyChange {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  /** For the operator, if the change goes on with a key that was begun with; null: nothing to say. */
  readonly notice: string | null;
  /** Puts the new key in the place of the present one, which is kept beside it. @returns what is left to do, in words */
  finish(now: Date): Promise<string>;
}

/** @returns null if there is no file; fewer bytes than a key has if it was cut off */
const readKey = async (path: string): Promise<Buffer | null> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${path} cannot be read (${error.code}).`);
  });
  return text === null ? null : Buffer.from(text.trim(), 'base64url');
};

const nextPath = (settings: Settings) => join(keyFolderOf(settings), NEXT_FILE);

/** @returns whether this is a whole key, and the one of the database */
const fits = async (key: Buffer | null, opens: OpensProof): Promise<boolean> =>
  key !== null && key.length >= KEY_BYTES && (await opens(key));

/** @returns what is left to do for a change that sealed everything under the key of the file, in words; null: there is none */
export async function findOpenChange(settings: Settings, opens: OpensProof): Promise<string | null> {
  const path = nextPath(settings);
  if (!(await fits(await readKey(path), opens))) return null;
  return settings.masterKey
    ? `It was changed: ${wayForSetting(path)}`
    : 'A change of it was interrupted: run npm run change-master-key again, which finishes it.';
}

const wayForSetting = (next: string) =>
  `Set MASTER_KEY to the content of ${next}, on all servers, then start them. Delete the file when they run, and have a copy of the key elsewhere.`;

/**
 * The present key and the new one, which is on the disk, as `master.key.next`, before anything is sealed under it: also if the present
 * one is a setting.
 * @param given the new key; undefined: one is generated
 * @throws StartError if the present key is missing or does not open the database, or both are the same
 */
export async function beginKeyChange(
  settings: Settings,
  given: Uint8Array | undefined,
  opens: OpensProof,
): Promise<KeyChange> {
  const next = nextPath(settings);
  const from = await presentKey(settings);
  const begun = await readKey(next);
  const change = { from, finish: settings.masterKey ? async () => wayForSetting(next) : finishFile(settings) };
  if (!(await fits(Buffer.from(from), opens))) {
    if (begun && (await fits(begun, opens)))
      return { ...change, to: begun, notice: `A change to the key in ${next} was interrupted: it is finished.` };
    throw new StartError(
      `The present master key is not the one that sealed the private keys in this database${begun ? `, nor is that in ${next}` : ''}. Nothing was changed.`,
    );
  }
  // Everything is under the present key, so nothing needs that of a change which did not come to its end.
  const isUsable = begun !== null && begun.length >= KEY_BYTES && !begun.equals(from);
  const to = given ?? (isUsable ? begun : randomBytes(KEY_BYTES));
  if (Buffer.from(from).equals(to))
    throw new StartError('NEW_MASTER_KEY is the present master key: nothing was changed.');
  await writeKey(next, to);
  const isReplaced = begun !== null && !begun.equals(to);
  return {
    ...change,
    to,
    notice: isReplaced ? `${next} was left by a change that did not take place, or is done: it is replaced.` : null,
  };
}

async function presentKey(settings: Settings): Promise<Uint8Array> {
  if (settings.masterKey) return settings.masterKey;
  const path = join(keyFolderOf(settings), MASTER_KEY_FILE);
  const key = await readKey(path);
  if (!key) throw new StartError(`There is no ${path}: set MASTER_KEY to the present master key.`);
  return key;
}

const finishFile = (settings: Settings) => async (now: Date) => {
  const folder = keyFolderOf(settings);
  const path = join(folder, MASTER_KEY_FILE);
  const former = `${path}.until-${now.toISOString().replaceAll(':', '-')}`;
  // At each moment there is a key file: `rename` replaces the former one.
  await link(path, former);
  await rename(nextPath(settings), path);
  await sync(folder);
  return `${path} has the new key. The former one is ${former}: delete it when no backup needs it.`;
};

/** Replaces the file, for this user only, and returns when it is on the disk. */
async function writeKey(path: string, key: Uint8Array): Promise<void> {
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${Buffer.from(key).toString('base64url')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await sync(folder);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

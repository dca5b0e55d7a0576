/** `npm run restore`: a backup into an empty database and store of files. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../adapters/blobs/blobs';
import { StartError } from '../config/start-error';
import { writeOnce } from '../config/write-once';
import { migrations } from '../db/migrations';
import {
  commit,
  type CopyClient,
  openEmpty,
  type RowWriter,
  withoutRules,
  writeRows,
  writeSequences,
} from '../db/table-copies';
import { type ArchiveEntry, readArchive } from './archive';
import type { BackupPlace } from './backup';
import { FILE_LIST, KEYS, keyOf, MANIFEST, type Manifest, readManifest, storedBlobs, tableOf } from './manifest';
import { type KeyFiles, openKeys } from './sealed-keys';
import { withStores } from './with-stores';

export interface RestoreOptions {
  /** Of the keys; null: none is given. */
  readonly passphrase: string | null;
  /** Whether the keys are restored too. */
  readonly hasKeys: boolean;
}

export interface RestoreSummary {
  readonly madeAt: string;
  readonly tables: number;
  readonly files: number;
  readonly keys: number;
  /** Files that the backup only lists, and that the store does not have. */
  readonly missing: readonly string[];
}

/**
 * All or nothing in the database; files that were written before an error stay, and the next try finds them.
 * @throws StartError in words for the operator
 */
export async function restoreBackup(
  path: string,
  place: BackupPlace,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { manifest, keys } = await checkArchive(path, options);
  await checkKeys(place.keyFolder, keys);
  const client = await openEmpty(place.connectionString, manifest.migration);
  try {
    let restored = { files: 0, missing: [] as readonly string[] };
    const write = async () => {
      await withoutRules(client, manifest.tables, async () => {
        restored = await writeEntries(path, client, place.blobs, manifest);
      });
      await writeSequences(client, manifest.sequences);
      // Before the rows are there: nothing can open them without.
      await writeKeys(place.keyFolder, keys);
    };
    await withStores(write, 'The database is empty as before: run it again.');
    await commit(client);
    return {
      madeAt: manifest.madeAt,
      tables: manifest.tables.length,
      keys: Object.keys(keys).length,
      ...restored,
    };
  } finally {
    // Also rolls back what has not been committed.
    await client.end();
  }
}

/** Reads all of it before anything is changed. */
async function checkArchive(path: string, { passphrase, hasKeys }: RestoreOptions) {
  let manifest: Manifest | null = null;
  let sealed: string | null = null;
  for await (const { name, bytes } of readArchive(path)) {
    if (name === MANIFEST) manifest = readManifest(bytes.toString());
    if (name === KEYS) sealed = bytes.toString();
  }
  if (!manifest) throw new StartError(`${path} is no backup.`);
  const newest = Math.max(...migrations.map(({ number }) => number));
  if (manifest.migration > newest)
    throw new StartError('This backup is of a newer version of the server: restore it with that one.');
  if (sealed === null || !hasKeys) return { manifest, keys: {} };
  if (passphrase === null)
    throw new StartError(
      'The backup has keys: set BACKUP_PASSPHRASE to that of the backup, or leave them out with --without-keys.',
    );
  return { manifest, keys: await openKeys(sealed, passphrase) };
}

async function checkKeys(folder: string, keys: KeyFiles): Promise<void> {
  for (const [name, text] of Object.entries(keys)) {
    if (!/^[\w-]+\.key$/.test(name))
      throw new StartError(`The backup has a key with the name ${JSON.stringify(name)}.`);
    const present = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (present !== null && present !== text)
      throw new StartError(
        `${join(folder, name)} is another key than that of the backup: restore into an empty DATA_DIR.`,
      );
  }
}

async function writeKeys(folder: string, keys: KeyFiles): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(keys)) await writeOnce(join(folder, name), text);
}

async function writeEntries(path: string, client: CopyClient, blobs: Blobs, { tables }: Manifest) {
  let open: { readonly table: string; readonly writer: RowWriter } | null = null;
  let files = 0;
  let missing: readonly string[] = [];

  async function writePiece(name: string, bytes: Buffer) {
    const table = tables.find((one) => one.name === name);
    if (!table) throw new StartError(`The backup has rows of an unknown table: ${name}.`);
    if (open?.table !== name) {
      await open?.writer.end();
      open = { table: name, writer: writeRows(client, table) };
    }
    await open.writer.write(bytes);
  }

  async function handle({ name, bytes }: ArchiveEntry) {
    const table = tableOf(name);
    if (table !== undefined) return writePiece(table, bytes);
    await open?.writer.end();
    open = null;
    const key = keyOf(name);
    if (key !== undefined) {
      await writeFile(blobs, key, bytes);
      files += 1;
    }
    if (name === FILE_LIST) missing = await findMissing(blobs, bytes);
  }

  for await (const entry of readArchive(path)) await handle(entry);
  return { files, missing };
}

async function writeFile(blobs: Blobs, key: string, bytes: Buffer): Promise<void> {
  const present = await blobs.read(key);
  if (present?.equals(bytes)) return;
  if (present) throw new StartError(`The store of the files has another ${key}: restore into an empty one.`);
  await blobs.write(key, bytes);
}

async function findMissing(blobs: Blobs, bytes: Buffer): Promise<string[]> {
  const missing: string[] = [];
  for (const { key, bytes: size } of storedBlobs.parse(JSON.parse(bytes.toString())))
    if ((await blobs.size(key)) !== size) missing.push(key);
  return missing;
}

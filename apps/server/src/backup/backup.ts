/** `npm run backup`: everything that a server has, in one file, also while it runs. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, StoredBlob } from '../adapters/blobs/blobs';
import { createColumnSeal } from '../config/column-seal';
import { MASTER_KEY_FILE } from '../config/secrets';
import { StartError } from '../config/start-error';
import { findProof, opensProof } from '../db/master-key';
import { type CopyClient, listSequences, listTables, openSnapshot, readMigration, readRows } from '../db/table-copies';
import { type AddEntry, writeArchive } from './archive';
import { blobEntry, FILE_LIST, KEYS, MANIFEST, rowsEntry, writeManifest } from './manifest';
import { type KeyFiles, sealKeys } from './sealed-keys';
import { withStores } from './with-stores';

export interface BackupPlace {
  readonly connectionString: string;
  readonly blobs: Blobs;
  /** The folder of the key files, which may be absent. */
  readonly keyFolder: string;
}

interface BackupSource extends BackupPlace {
  /** The master key, if it is a setting; undefined: it is a file. */
  readonly masterKey: Uint8Array | undefined;
}

export interface BackupOptions {
  /** Seals the keys. Null: they are left out. */
  readonly passphrase: string | null;
  /** Only the list of the files: they are in a bucket that has its own backup. */
  readonly isListOnly: boolean;
  readonly now: Date;
}

export interface BackupSummary {
  readonly tables: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly keys: number;
}

/** @throws StartError in words for the operator; any other error is a defect. Nothing is left of a backup that failed. */
export async function writeBackup(path: string, place: BackupSource, options: BackupOptions): Promise<BackupSummary> {
  // Before the snapshot, and compared with it: a change of the master key may have come between them.
  const keys = options.passphrase === null ? null : await readKeys(place.keyFolder);
  const client = await openSnapshot(place.connectionString);
  try {
    if (keys) await requireFit(client, place.masterKey ?? masterKeyIn(keys));
    let summary: BackupSummary | null = null;
    const write = async (add: AddEntry) => {
      const tables = await addDatabase(client, add, options);
      // Files take long: until the transaction ends, no migration could change a table, and no row that was replaced be removed.
      await client.end();
      const keyCount = await addKeys(keys, add, options);
      // After the rows, because a file is written before the row that names it.
      const files = await addFiles(place.blobs, add, options);
      summary = { tables, keys: keyCount, ...files };
    };
    await writeArchive(path, (add) => withStores(() => write(add), 'Nothing is left of the backup: make it again.'));
    if (!summary) throw new Error('unreachable');
    return summary;
  } finally {
    await client.end();
  }
}

async function addDatabase(client: CopyClient, add: AddEntry, { now }: BackupOptions): Promise<number> {
  const migration = await readMigration(client);
  const tables = await listTables(client);
  const sequences = await listSequences(client);
  await add(MANIFEST, writeManifest({ madeAt: now.toISOString(), migration, tables, sequences }));
  for (const table of tables) {
    let piece = 0;
    for await (const rowsOfPiece of readRows(client, table)) {
      piece += 1;
      await add(rowsEntry(table.name, piece), rowsOfPiece);
    }
  }
  return tables.length;
}

async function readKeys(folder: string): Promise<KeyFiles> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.key'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

const masterKeyIn = (keys: KeyFiles): Uint8Array => Buffer.from(keys[MASTER_KEY_FILE]?.trim() ?? '', 'base64url');

/** A database that no server has used yet has no proof, and fits every key. @throws StartError */
async function requireFit(client: CopyClient, masterKey: Uint8Array): Promise<void> {
  const proof = await findProof(client);
  if (proof === null || (masterKey.length > 0 && (await opensProof(proof, createColumnSeal(masterKey))))) return;
  throw new StartError(
    'The master key does not open the database: nothing was backed up. If the key is being changed, let npm run change-master-key end, or run it again. If MASTER_KEY is a setting of the server, it is needed here too.',
  );
}

async function addKeys(keys: KeyFiles | null, add: AddEntry, { passphrase }: BackupOptions): Promise<number> {
  if (keys === null || passphrase === null) return 0;
  await add(KEYS, Buffer.from(await sealKeys(keys, passphrase)));
  return Object.keys(keys).length;
}

async function addFiles(blobs: Blobs, add: AddEntry, { isListOnly }: BackupOptions) {
  const listed: StoredBlob[] = [];
  let fileBytes = 0;
  for await (const blob of blobs.list()) {
    const bytes = isListOnly ? null : await blobs.read(blob.key);
    // Deleted since it was listed.
    if (!isListOnly && bytes === null) continue;
    if (bytes) await add(blobEntry(blob.key), bytes);
    listed.push({ key: blob.key, bytes: bytes?.length ?? blob.bytes });
    fileBytes += bytes?.length ?? blob.bytes;
  }
  await add(FILE_LIST, Buffer.from(JSON.stringify(listed)));
  return { files: listed.length, fileBytes };
}

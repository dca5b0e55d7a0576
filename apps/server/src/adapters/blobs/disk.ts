import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Blobs, BlobsError, type Bytes, checkedKey, type StoredBlob } from './blobs';

/** Suffix of a file that is still being written. */
const HALF = '.part';

async function unlessAbsent<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Opens the file before the stream is returned, so that it can be read to its end even if it is deleted meanwhile. */
async function streamOf(path: string, part: Bytes | undefined): Promise<Readable> {
  const file = await open(path);
  return file.createReadStream(part);
}

/** Retries, since the folder is deleted with its last file, possibly between the two steps. */
async function openNew(path: string): Promise<FileHandle> {
  for (;;) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await unlessAbsent(open(path, 'w', 0o600));
    if (file) return file;
  }
}

async function writeSynced(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Removes the temporary files that a killed process left under a folder.
 * @param before only files that were last written before this
 */
export async function sweepHalves(folder: string, before: Date): Promise<void> {
  const entries = (await unlessAbsent(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(HALF)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await unlessAbsent(stat(path));
    if (!found || found.mtime >= before) continue;
    await rm(path, { force: true });
    await removeIfEmpty(dirname(path));
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return await unlessAbsent(stat(path).then(({ size }) => size));
}

/** One folder at a time: whoever reads files meanwhile has to wait for one folder at most. @param key of the folder; empty: all */
async function* listFolder(root: string, key: string): AsyncGenerator<StoredBlob> {
  const folder = await unlessAbsent(opendir(join(root, key)));
  if (!folder) return;
  const files: string[] = [];
  for await (const entry of folder) {
    const inside = key === '' ? entry.name : `${key}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(root, inside);
    else if (entry.isFile() && !entry.name.endsWith(HALF)) files.push(inside);
  }
  const sizes = await Promise.all(files.map((file) => sizeOf(join(root, file))));
  for (const [index, file] of files.entries()) {
    const bytes = sizes[index];
    // Absent: deleted meanwhile.
    if (bytes !== null && bytes !== undefined) yield { key: file, bytes };
  }
}

/** Blobs as files under a folder that only the server's user may read. */
export function createDiskBlobs(folder: string): Blobs {
  const pathOf = (key: string) => join(folder, checkedKey(key));
  let written = 0;
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      written += 1;
      const half = `${path}.${process.pid}-${written}${HALF}`;
      try {
        await writeSynced(await openNew(half), bytes);
        await rename(half, path);
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new BlobsError('full', error) : error;
      } finally {
        // Already renamed if all went well. On a full disk a leftover would take space from everything else.
        await rm(half, { force: true });
      }
    },
    read: async (key) => await unlessAbsent(readFile(pathOf(key))),
    stream: async (key, part) => await unlessAbsent(streamOf(pathOf(key), part)),
    size: async (key) => await sizeOf(pathOf(key)),
    async delete(key) {
      await rm(pathOf(key), { force: true });
      await removeIfEmpty(dirname(pathOf(key)));
    },
    list: (area = '') => listFolder(folder, area),
  };
}

/** The file of a backup: a tar archive, whose last entry has the digest of all others, so that one that was cut off is noticed. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { extract, pack } from 'tar-stream';
import { StartError } from '../config/start-error';

const END = 'end.json';

const SYNC_BYTES = 8_000_000;

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

export type AddEntry = (name: string, bytes: Buffer) => Promise<void>;

function addTo(hash: Hash, { name, bytes }: ArchiveEntry): void {
  hash.update(`${name}\0${bytes.length}\0`).update(bytes);
}

/**
 * Writes an archive that only this user may read. It has its name when it is complete.
 * @throws StartError if there is a file of that name, or it cannot be written; what `write` throws
 */
export async function writeArchive(path: string, write: (add: AddEntry) => Promise<void>): Promise<void> {
  await refuseExisting(path);
  const half = `${path}.part`;
  const unwritable = (error: Error) =>
    new StartError(`${path} cannot be written: ${error.message}. Nothing is left of it.`);
  const file = await open(half, 'w', 0o600).catch((error: Error) => {
    throw unwritable(error);
  });
  try {
    await writeEntries(file, write, unwritable);
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

async function refuseExisting(path: string): Promise<void> {
  const present = await open(path).catch(() => null);
  await present?.close();
  if (present) throw new StartError(`${path} exists: name another file.`);
}

/**
 * Leaves the disk to the server: what was written is synced every 8 MB, because data that gathers in memory holds up the
 * commits of the database, and then nothing is read or written for as long as that took.
 */
function createPacer(file: FileHandle): (bytes: number) => Promise<void> {
  let unsynced = 0;
  let begun = performance.now();
  return async (bytes) => {
    unsynced += bytes;
    if (unsynced < SYNC_BYTES) return;
    await file.datasync();
    await setTimeout(performance.now() - begun);
    unsynced = 0;
    begun = performance.now();
  };
}

async function writeEntries(
  file: FileHandle,
  write: (add: AddEntry) => Promise<void>,
  unwritable: (error: Error) => StartError,
): Promise<void> {
  const hash = createHash('sha256');
  const packed = pack();
  /** An error of `write`, for which the file is given up. */
  let cause: unknown;
  // `flush`: on the disk before it gets its name.
  const written = pipeline(packed, file.createWriteStream({ flush: true })).catch((error: Error) => {
    throw error === cause ? error : unwritable(error);
  });
  // Its error is that of the next entry.
  written.catch(() => undefined);
  const add = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      // By the stream of the entry, and not with the bytes: it waits until they are written.
      const entry = packed.entry({ name, size: bytes.length }, (error) => {
        if (!error) resolve();
      });
      written.catch(reject);
      // If the file fails during an entry, the entry has that error too, which would end the process if nothing listened.
      entry.on('error', () => undefined);
      entry.end(bytes);
    });
  const pace = createPacer(file);
  try {
    await write(async (name, bytes) => {
      addTo(hash, { name, bytes });
      await add(name, bytes);
      await pace(bytes.length).catch((error: Error) => {
        throw unwritable(error);
      });
    });
    await add(END, Buffer.from(JSON.stringify({ sha256: hash.digest('hex') })));
    packed.finalize();
  } catch (error) {
    cause = error;
    packed.destroy(error instanceof Error ? error : undefined);
    // If the file failed before, that says more.
    await written;
    throw error;
  }
  await written;
}

/**
 * Reads the entries in their order.
 * @throws StartError after the last one if the archive is not complete, or not as it was written
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const hash = createHash('sha256');
  let isComplete = false;
  const entries = extract();
  const source = createReadStream(path);
  source.once('error', (error) => entries.destroy(error));
  source.pipe(entries);
  try {
    for await (const entry of entries) {
      const read = { name: entry.header.name, bytes: await buffer(entry) };
      if (read.name === END) {
        isComplete = (JSON.parse(read.bytes.toString()) as { sha256: unknown }).sha256 === hash.digest('hex');
        break;
      }
      addTo(hash, read);
      yield read;
    }
  } catch (error) {
    throw new StartError(`${path} cannot be read as a backup: ${(error as Error).message}.`);
  } finally {
    source.destroy();
  }
  if (!isComplete) throw new StartError(`${path} was cut off, or has been changed: nothing of it is used.`);
}

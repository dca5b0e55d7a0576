import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blobs, Bytes } from './blobs';

const KEY = /^[a-z0-9][\w-]*(\/[\w-][\w.-]*)+$/i;

async function unlessAbsent<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readPart(path: string, { start, end }: Bytes): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(end - start + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Blobs as files under a folder that only the server's user may read. */
export function createDiskBlobs(folder: string): Blobs {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not the key of a blob: ${key}`);
    return join(folder, key);
  };
  let written = 0;
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      written += 1;
      const half = `${path}.${process.pid}-${written}.part`;
      const file = await open(half, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(half, path);
    },
    read: async (key, part) => await unlessAbsent(part ? readPart(pathOf(key), part) : readFile(pathOf(key))),
    size: async (key) => await unlessAbsent(stat(pathOf(key)).then(({ size }) => size)),
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

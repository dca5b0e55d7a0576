import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blobs } from './blobs';

const KEY = /^[a-z0-9][\w-]*(\/[\w-][\w.-]*)+$/i;

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
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

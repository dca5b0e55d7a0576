import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './start-test-server';

/** The names of the stored files in a folder, e.g. `rooms/<id>`; empty if the folder does not exist. */
export async function storedFiles({ context }: TestServer, folder: string): Promise<string[]> {
  try {
    return await readdir(join(context.settings.dataDir, 'blobs', folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

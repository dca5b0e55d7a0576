import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './start-test-server';

/** The names of the files that the server keeps in a folder, e.g. `rooms/<id>`. */
export const storedFiles = ({ context }: TestServer, folder: string): Promise<string[]> =>
  readdir(join(context.settings.dataDir, 'blobs', folder));

import { randomUUID } from 'node:crypto';
import { chown, link, rm, writeFile } from 'node:fs/promises';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Writes a file that only its owner may read, unless it exists. Atomic: of several concurrent writers one wins, and nobody reads
 * half of it.
 */
export async function writeOnce(path: string, text: string, owner?: Owner | null): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    if (owner) await chown(draft, owner.uid, owner.gid);
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

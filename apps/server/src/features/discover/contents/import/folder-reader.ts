/** Reads files beside the imported one: in its folder and below, and nowhere else. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';

/** Why a file cannot be read, for people. */
export class FolderFileError extends Error {
  override readonly name = 'BesideError';
}

/** Creates a reader of the files in a folder. @param maxBytes limit per file */
export function createFolderReader(folder: string, maxBytes: number) {
  const root = realpath(folder);
  /**
   * @param path with `/`, relative to the folder
   * @throws FolderFileError if it leads out of the folder, or does not exist
   */
  return async (path: string): Promise<Buffer> => {
    const isInside = !posix.isAbsolute(path) && !/[:\\\0]/.test(path) && !path.split('/').includes('..');
    if (!isInside) throw new FolderFileError(`Outside the folder of this import: ${path}`);
    const place = await realpath(join(folder, path)).catch(() => null);
    if (place === null) throw new FolderFileError(`No such file: ${path}`);
    // A symbolic link may lead anywhere.
    if (!place.startsWith(`${await root}${sep}`))
      throw new FolderFileError(`Outside the folder of this import: ${path}`);
    const about = await stat(place);
    if (!about.isFile()) throw new FolderFileError(`No such file: ${path}`);
    if (about.size > maxBytes) throw new FolderFileError(`Too large: ${path}`);
    return await readFile(place);
  };
}
export type FolderReader = ReturnType<typeof createFolderReader>;

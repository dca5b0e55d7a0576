/** Pictures in folders: each folder is a product, and so is a picture that is in none. */
import { readdir } from 'node:fs/promises';
import { extname, join, parse } from 'node:path';
import { StartError } from '../../../../../config/start-error';

export interface NamedPictures {
  /** Of the folder, or of the file without its ending. */
  readonly name: string;
  readonly paths: readonly string[];
}

const ENDINGS = new Set(['.jpg', '.jpeg', '.png', '.webp']);
const isPicture = (file: string) => ENDINGS.has(extname(file).toLowerCase()) && !file.startsWith('.');

/** In the order of their names. @throws StartError if the folder cannot be read, or has no pictures */
export async function readPictureFolders(folder: string): Promise<readonly NamedPictures[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new StartError(`The folder ${folder} cannot be read.`);
  });
  const found: NamedPictures[] = [];
  for (const entry of entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const files = (await readdir(path)).filter(isPicture).toSorted();
      if (files.length > 0) found.push({ name: entry.name, paths: files.map((file) => join(path, file)) });
    } else if (isPicture(entry.name)) found.push({ name: parse(entry.name).name, paths: [path] });
  }
  if (found.length === 0) throw new StartError(`The folder ${folder} has no pictures (jpg, png, webp).`);
  return found;
}

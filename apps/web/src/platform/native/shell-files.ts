/** Temporary files for the mobile shell's bridges, which take files by their path on the device. */
import { readAsDataUrl } from '../data-url';
import { isInShell, needPlugin } from './shell';

const FOLDER = 'given';

const filesystem = () => needPlugin('Filesystem');

/** Sanitizes a name given by others: a single path segment. */
const plain = (name: string) => name.replaceAll(/[/\\:\p{Cc}]/gu, '_').replace(/^\.+/, '_') || '_';

/** Throws `PluginNotFoundError` before anything is fetched that could not be handed over. */
export const needFiles = (): void => void filesystem();

/** The path of the file: valid until the next file is written or the session ends. Rejects if it cannot be written. */
export async function writeForShell(file: Blob, name: string): Promise<string> {
  await forgetShellFiles();
  const path = `${FOLDER}/${plain(name)}`;
  const url = await readAsDataUrl(file);
  const data = url.slice(url.indexOf(',') + 1);
  return (await filesystem().writeFile({ path, data, directory: 'CACHE', recursive: true })).uri;
}

/** Deletes what was handed over. Never rejects: there may be nothing. */
export async function forgetShellFiles(): Promise<void> {
  if (!isInShell()) return;
  try {
    await filesystem().rmdir({ path: FOLDER, directory: 'CACHE', recursive: true });
  } catch {
    // There was nothing.
  }
}

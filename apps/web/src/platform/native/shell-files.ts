/** Temporary files for the mobile shell's bridges, which take files by their path on the device. */
import { isInShell, needPlugin } from './shell';

const FOLDER = 'given';

const filesystem = () => needPlugin('Filesystem');

/** Sanitizes a name given by others: a single path segment. */
const plain = (name: string) => name.replaceAll(/[/\\:\p{Cc}]/gu, '_').replace(/^\.+/, '_') || '_';

function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.readAsDataURL(file);
  });
}

/** Throws `PluginNotFoundError` before anything is fetched that could not be handed over. */
export const needFiles = (): void => void filesystem();

/** The path of the file: valid until the next file is written or the session ends. Rejects if it cannot be written. */
export async function writeForShell(file: Blob, name: string): Promise<string> {
  await forgetShellFiles();
  const path = `${FOLDER}/${plain(name)}`;
  const data = await toBase64(file);
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

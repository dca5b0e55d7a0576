/** Files as the mobile shell's other bridges take them: by their place on the device. */
import { isInShell, needPlugin } from './shell';

const FOLDER = 'given';

const filesystem = () => needPlugin('Filesystem');

/** Of what others have named: one name, which leads nowhere else. */
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

/** Fails with `PluginNotFoundError` before anything is fetched that could not be handed on. */
export const needFiles = (): void => void filesystem();

/** Where the device has it now: until something else is handed on, or the session ends. Rejects where it cannot be written. */
export async function writeForShell(file: Blob, name: string): Promise<string> {
  await forgetShellFiles();
  const path = `${FOLDER}/${plain(name)}`;
  const data = await toBase64(file);
  return (await filesystem().writeFile({ path, data, directory: 'CACHE', recursive: true })).uri;
}

/** Nothing stays of what was handed on. Never rejects: there may be none. */
export async function forgetShellFiles(): Promise<void> {
  if (!isInShell()) return;
  try {
    await filesystem().rmdir({ path: FOLDER, directory: 'CACHE', recursive: true });
  } catch {
    // There was nothing.
  }
}

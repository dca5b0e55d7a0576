/** Temporary files for the mobile shell's bridges, which take files by their path on the device. */
import { readAsDataUrl } from '../data-url';
import { callForUser, callPlugin } from './call-plugin';
import { isInShell, PluginSilentError } from './shell';

const FOLDER = 'given';

/** Sanitizes a name given by others: a single path segment. */
const plain = (name: string) => name.replaceAll(/[/\\:\p{Cc}]/gu, '_').replace(/^\.+/, '_') || '_';

/** The path of the file: valid until the next file is written or the session ends. Rejects if it cannot be written. */
export async function writeForShell(file: Blob, name: string): Promise<string> {
  await clear();
  const path = `${FOLDER}/${plain(name)}`;
  const url = await readAsDataUrl(file);
  const data = url.slice(url.indexOf(',') + 1);
  const written = { path, data, directory: 'CACHE', recursive: true } as const;
  // A large file takes its time; that the plugin answers is known by now.
  return (await callForUser('Filesystem', (plugin) => plugin.writeFile(written))).uri;
}

async function clear(): Promise<void> {
  try {
    await callPlugin('Filesystem', (plugin) => plugin.rmdir({ path: FOLDER, directory: 'CACHE', recursive: true }));
  } catch (error) {
    // Otherwise there was nothing.
    if (error instanceof PluginSilentError) throw error;
  }
}

/** Deletes what was handed over. Never rejects: there may be nothing. */
export async function forgetShellFiles(): Promise<void> {
  if (isInShell()) await clear().catch(() => undefined);
}

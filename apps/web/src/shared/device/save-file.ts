/** Saves files: as a download, or in the mobile shell, whose web view downloads nothing, by the share sheet, which offers the phone's files. */
import { isInShell } from '../../platform/native/shell';
import { readUrl, saveFile as download, saveUrl as downloadUrl } from '../../platform/storage/save-file';

const saveInShell = async (name: string, contents: Blob | Promise<Blob>) =>
  (await import('./save-in-shell')).saveInShell(name, contents);

export function saveFile(contents: Blob, name: string): void {
  if (isInShell()) void saveInShell(name, contents);
  else download(contents, name);
}

/** @param url an object URL */
export function saveUrl(url: string, name: string): void {
  if (isInShell()) void saveInShell(name, readUrl(url));
  else downloadUrl(url, name);
}

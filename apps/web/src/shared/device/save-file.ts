/** Saves files: as a download, or in the mobile shell, whose web view downloads nothing, by the share sheet, which offers the phone's files. */
import { shareFile } from '../../platform/native/share';
import { isInShell } from '../../platform/native/shell';
import { saveFile as download, saveUrl as downloadUrl } from '../../platform/storage/save-file';
import { reportPluginError } from '../plugin-error';
import { texts } from '../texts';
import { showToast } from '../toast';

async function saveInShell(name: string, read: () => Promise<Blob> | Blob): Promise<void> {
  try {
    const share = shareFile(name);
    if ((await share(await read())) === 'failed') showToast(texts.say('fileNotSaved', { name }));
  } catch (error) {
    reportPluginError(error);
  }
}

export function saveFile(contents: Blob, name: string): void {
  if (isInShell()) void saveInShell(name, () => contents);
  else download(contents, name);
}

/** @param url an object URL */
export function saveUrl(url: string, name: string): void {
  if (isInShell()) void saveInShell(name, async () => (await fetch(url)).blob());
  else downloadUrl(url, name);
}

import { shareFile } from '../../platform/native/share';
import { reportPluginError } from '../plugin-error';
import { texts } from '../texts';
import { showToast } from '../toast';

/** Offers the phone's files by the share sheet. Says what goes wrong, and never rejects for a plugin. */
export async function saveInShell(name: string, contents: Blob | Promise<Blob>): Promise<void> {
  try {
    const share = shareFile(name);
    if ((await share(await contents)) === 'failed') showToast(texts.say('fileNotSaved', { name }));
  } catch (error) {
    reportPluginError(error);
  }
}

/** Shares a link or a file: with the mobile shell's sheet, with the browser's sheet, or by copying. */
import { isInShell, needPlugin, PluginSilentError } from './shell';
import type { ShellPlugins } from './plugins';

/** How it was shared. `left`: the user dismissed the sheet, which is no failure. */
export type Shared = 'sheet' | 'copied' | 'left' | 'failed';

/** `example.com:8080` has a port, and no scheme. */
const SCHEME = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|geo):)/i;

/** A5.4: a link without a scheme gets `https://`. */
export const withScheme = (link: string): string => (SCHEME.test(link) ? link : `https://${link}`);

/** Dismissing the sheet is no failure. Browsers and the shell report it in different ways. */
const isDismissed = (error: unknown) =>
  error instanceof DOMException ? error.name === 'AbortError' : error instanceof Error && /cancel/i.test(error.message);

async function openSheet(share: () => Promise<unknown>): Promise<'sheet' | 'left' | 'failed'> {
  try {
    await share();
    return 'sheet';
  } catch (error) {
    if (error instanceof PluginSilentError) throw error;
    return isDismissed(error) ? 'left' : 'failed';
  }
}

/** The sheet is open as long as the user looks at it, so the plugin is asked before whether it can share at all. */
async function openShellSheet(given: Parameters<ShellPlugins['Share']['share']>[0]) {
  const { callForUser, callPlugin } = await import('./call-plugin');
  await callPlugin('Share', (plugin) => plugin.canShare());
  await callForUser('Share', (plugin) => plugin.share(given));
}

/** Whether the device has a share sheet. A shell that was built without the plugin reports that when it is called. */
export const hasSheet = (): boolean => isInShell() || 'share' in navigator;

/**
 * Uses the device's sheet; without one, the link is copied, without the text.
 * @throws PluginNotFoundError if the mobile shell cannot share
 * @throws PluginSilentError if it does not answer
 */
export async function shareLink(title: string, link: string, text?: string): Promise<Shared> {
  const shown = { title, ...(text && { text }), url: withScheme(link) };
  if (isInShell()) {
    needPlugin('Share');
    return openSheet(() => openShellSheet(shown));
  }
  // The DOM types claim that every browser has it.
  if ('share' in navigator) {
    const shared = await openSheet(() => navigator.share(shown));
    if (shared !== 'failed') return shared;
  }
  try {
    await navigator.clipboard.writeText(shown.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** Whether the share sheet accepts this file: a browser decides by type. Links can be copied instead, files cannot. */
export function canShareFile(name: string, type: string): boolean {
  if (isInShell()) return true;
  const { canShare } = navigator as Partial<Navigator>;
  return canShare?.call(navigator, { files: [new File([], name, { type })] }) ?? false;
}

/** `again`: it came too late after the click, and is shared at the next one. */
export type SharedFile = Exclude<Shared, 'copied'> | 'again';

/**
 * Uses the device's sheet. Throws `PluginNotFoundError` before anything is fetched if the mobile shell cannot share.
 * @returns a function that takes the fetched file
 */
export function shareFile(name: string): (file: Blob) => Promise<SharedFile> {
  if (isInShell()) {
    needPlugin('Share');
    needPlugin('Filesystem');
    return (file) =>
      openSheet(async () => {
        const { writeForShell } = await import('./shell-files');
        await openShellSheet({ title: name, files: [await writeForShell(file, name)] });
      });
  }
  return async (file) => {
    // Browsers open the sheet only for a few seconds after a click.
    let isLate = false;
    const shared = await openSheet(async () => {
      const files = [new File([file], name, { type: file.type })];
      await navigator.share({ files }).catch((error: unknown) => {
        isLate = error instanceof DOMException && error.name === 'NotAllowedError';
        throw error;
      });
    });
    return isLate ? 'again' : shared;
  };
}

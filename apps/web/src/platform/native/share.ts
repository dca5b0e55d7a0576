/** Gives a link or a file on: by the mobile shell's sheet, by the browser's, or by copying. */
import { findPlugin, isInShell } from './shell';
import { needFiles, writeForShell } from './shell-files';

/** How it was given on. `left`: nobody took it, which is no failure. */
export type Shared = 'sheet' | 'copied' | 'left' | 'failed';

/** `example.com:8080` has a port, and no scheme. */
const SCHEME = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|geo):)/i;

/** A5.4: a link without a scheme gets `https://`. */
export const withScheme = (link: string): string => (SCHEME.test(link) ? link : `https://${link}`);

/** Whoever puts the sheet away has not failed: a browser and the shell say so in their own ways. */
const isLeft = (error: unknown) =>
  error instanceof DOMException ? error.name === 'AbortError' : error instanceof Error && /cancel/i.test(error.message);

async function bySheet(share: () => Promise<unknown>): Promise<'sheet' | 'left' | 'failed'> {
  try {
    await share();
    return 'sheet';
  } catch (error) {
    return isLeft(error) ? 'left' : 'failed';
  }
}

/** Whether the device has a sheet of its own. A shell that was built without one says so when it is asked for. */
export const hasSheet = (): boolean => isInShell() || 'share' in navigator;

/**
 * By the device's own sheet; where it has none, the link is copied. Rejects with `PluginNotFoundError` where the mobile shell shares
 * nothing.
 */
export async function shareLink(title: string, link: string): Promise<Shared> {
  const url = withScheme(link);
  const plugin = findPlugin('Share');
  if (plugin) return bySheet(() => plugin.share({ title, url }));
  // The type says that every browser has it.
  if ('share' in navigator) {
    const shared = await bySheet(() => navigator.share({ title, url }));
    if (shared !== 'failed') return shared;
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** Whether there is a sheet that takes this file: a browser decides by its kind. A link is copied instead, a file is not. */
export function canShareFile(name: string, type: string): boolean {
  if (isInShell()) return true;
  const { canShare } = navigator as Partial<Navigator>;
  return canShare?.call(navigator, { files: [new File([], name, { type })] }) ?? false;
}

/** `again`: it came too late after the click, and goes at the next one. */
export type SharedFile = Exclude<Shared, 'copied'> | 'again';

/**
 * By the device's own sheet. Fails with `PluginNotFoundError`, before anything is fetched, where the mobile shell shares nothing.
 * @returns what takes the file once it is there
 */
export function shareFile(name: string): (file: Blob) => Promise<SharedFile> {
  const plugin = findPlugin('Share');
  if (plugin) {
    needFiles();
    return (file) => bySheet(async () => plugin.share({ title: name, files: [await writeForShell(file, name)] }));
  }
  return async (file) => {
    // A browser shows its sheet for a few seconds after a click.
    let isLate = false;
    const shared = await bySheet(async () => {
      const files = [new File([file], name, { type: file.type })];
      await navigator.share({ files }).catch((error: unknown) => {
        isLate = error instanceof DOMException && error.name === 'NotAllowedError';
        throw error;
      });
    });
    return isLate ? 'again' : shared;
  };
}

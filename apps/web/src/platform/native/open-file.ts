/** Opens a file that somebody has sent: by the mobile shell in the app that the device has for it, in a browser in a tab. */
import { saveFile } from '../storage/save-file';
import { findPlugin, isInShell } from './shell';
import { needFiles, writeForShell } from './shell-files';

/** `saved`: no tab shows it safely, or the browser gave none. */
export type Opened = 'shown' | 'saved';

/** A file that is still to come. */
export interface Opening {
  /** Rejects where the device has nothing that opens it. */
  show(file: Blob): Promise<Opened>;
  /** It does not come after all. */
  abandon(): void;
}

/**
 * What a tab may show. A file at an address of ours has all that our pages have: of what others send only kinds that run nothing are
 * opened there. HTML, XML and SVG never are.
 */
const SHOWN: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'audio/aac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
]);

/** Read as they stand. */
const AS_TEXT: ReadonlySet<string> = new Set(['text/plain', 'text/csv', 'application/json']);

const bare = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** As what a tab shows it; null: it does not. */
function shownAs(type: string): string | null {
  const kind = bare(type);
  if (AS_TEXT.has(kind)) return 'text/plain;charset=utf-8';
  return SHOWN.has(kind) ? kind : null;
}

/** Tabs that show something, which they may ask for again as long as they are open. */
let shown: readonly { readonly tab: Window; readonly url: string }[] = [];

function forgetClosed() {
  for (const { tab, url } of shown) if (tab.closed) URL.revokeObjectURL(url);
  shown = shown.filter(({ tab }) => !tab.closed);
}

const saving = (name: string): Opening => ({
  async show(file) {
    saveFile(file, name);
    return 'saved';
  },
  abandon: () => undefined,
});

function inTab(type: string, name: string): Opening {
  // Now: a browser gives a tab to a click, and to nothing that comes later.
  const tab = window.open('about:blank', '_blank');
  if (!tab) return saving(name);
  tab.opener = null;
  return {
    async show(file) {
      forgetClosed();
      // Who has closed it does not want to see it.
      if (tab.closed) return 'shown';
      const url = URL.createObjectURL(new Blob([file], { type }));
      shown = [...shown, { tab, url }];
      tab.location.replace(url);
      return 'shown';
    },
    abandon: () => tab.close(),
  };
}

/** Whether it is more than saving it. */
export const canOpenFile = (type: string): boolean => isInShell() || shownAs(type) !== null;

/**
 * Asked for within the click. Fails with `PluginNotFoundError` where the mobile shell opens no files.
 * @param type of the file, as its name says it: nobody vouches for that, so it decides what may be shown and as what
 */
export function openFile(name: string, type: string): Opening {
  const opener = findPlugin('FileOpener');
  if (opener) {
    needFiles();
    return {
      async show(file) {
        const filePath = await writeForShell(file, name);
        await opener.open({ filePath, contentType: bare(type), openWithDefault: true });
        return 'shown';
      },
      abandon: () => undefined,
    };
  }
  const kind = shownAs(type);
  return kind === null ? saving(name) : inTab(kind, name);
}

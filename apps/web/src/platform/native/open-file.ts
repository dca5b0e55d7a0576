/** Opens a received file: in the mobile shell with an app of the device, in a browser in a new tab. */
import { saveFile } from '../storage/save-file';
import { isInShell, needPlugin } from './shell';

/** `saved`: no tab can show it safely, or the browser opened none. */
export type Opened = 'shown' | 'saved';

/** A file that is still being fetched. */
export interface Opening {
  /** Rejects if the device has no app for it. */
  show(file: Blob): Promise<Opened>;
  /** The file does not arrive after all. */
  abandon(): void;
}

/**
 * Allowlist of types to show in a tab. A file at an address of our origin has all rights of our pages, so only types that run no
 * scripts are opened there. HTML, XML and SVG never are.
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

/** Shown as plain text. */
const AS_TEXT: ReadonlySet<string> = new Set(['text/plain', 'text/csv', 'application/json']);

const bare = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The type under which a tab shows it; null: it does not. */
function shownAs(type: string): string | null {
  const kind = bare(type);
  if (AS_TEXT.has(kind)) return 'text/plain;charset=utf-8';
  return SHOWN.has(kind) ? kind : null;
}

/** The tabs that show a file, and its URL, which they may request again as long as they are open. */
const shown = new Map<Window, string>();

function forgetClosed() {
  for (const [tab, url] of shown) {
    if (!tab.closed) continue;
    URL.revokeObjectURL(url);
    shown.delete(tab);
  }
}

const saving = (name: string): Opening => ({
  async show(file) {
    saveFile(file, name);
    return 'saved';
  },
  abandon: () => undefined,
});

function inTab(type: string, name: string): Opening {
  // Opened now: browsers only allow a new tab within the click.
  const tab = window.open('about:blank', '_blank');
  if (!tab) return saving(name);
  tab.opener = null;
  return {
    async show(file) {
      forgetClosed();
      // The user closed the tab and does not want to see the file.
      if (tab.closed) return 'shown';
      const url = URL.createObjectURL(new Blob([file], { type }));
      shown.set(tab, url);
      tab.location.replace(url);
      return 'shown';
    },
    abandon: () => tab.close(),
  };
}

/** Whether opening is more than saving. */
export const canOpenFile = (type: string): boolean => isInShell() || shownAs(type) !== null;

/**
 * Must be called within the click. Throws `PluginNotFoundError` if the mobile shell cannot open files.
 * @param type from the file's name. It is not verified, so it only decides whether and as what the file may be shown.
 */
export function openFile(name: string, type: string): Opening {
  if (isInShell()) {
    needPlugin('FileOpener');
    needPlugin('Filesystem');
    return {
      async show(fetched) {
        const [{ callPlugin }, { writeForShell }] = await Promise.all([
          import('./call-plugin'),
          import('./shell-files'),
        ]);
        const filePath = await writeForShell(fetched, name);
        const file = { filePath, contentType: bare(type), openWithDefault: true } as const;
        await callPlugin('FileOpener', (plugin) => plugin.open(file));
        return 'shown';
      },
      abandon: () => undefined,
    };
  }
  const kind = shownAs(type);
  return kind === null ? saving(name) : inTab(kind, name);
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as saving from '../storage/save-file';
import { shellFiles, standInShell } from '../../testing/shell';
import { openFile } from './open-file';

const made: Blob[] = [];
const revoked: string[] = [];
const save = vi.fn<typeof saving.saveFile>();

function createTab() {
  const tab = {
    opener: window as unknown,
    closed: false,
    location: { replace: vi.fn<(url: string) => void>() },
    close() {
      tab.closed = true;
    },
  };
  return tab;
}
type Tab = ReturnType<typeof createTab>;

let tabs: Tab[];
beforeEach(() => {
  tabs = [];
  made.length = 0;
  revoked.length = 0;
  save.mockReset();
  vi.spyOn(saving, 'saveFile').mockImplementation(save);
  vi.spyOn(window, 'open').mockImplementation(() => {
    const tab = createTab();
    tabs.push(tab);
    return tab as unknown as Window;
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['P-204.pdf', 'application/pdf', 'application/pdf'],
  ['gauge.png', 'image/png', 'image/png'],
  ['pump.mp3', 'audio/mpeg', 'audio/mpeg'],
  ['pump.mp4', 'video/mp4', 'video/mp4'],
  ['sheet.txt', 'text/plain', 'text/plain;charset=utf-8'],
  ['sheet.csv', 'text/csv', 'text/plain;charset=utf-8'],
])('shows %s in a tab without access to this page', async (name, type, shownAs) => {
  const opening = openFile(name, type);
  expect(tabs).toHaveLength(1);
  // Whatever type the file claims.
  expect(await opening.show(new Blob(['<script>'], { type: 'text/html' }))).toBe('shown');
  expect(tabs[0]?.opener).toBeNull();
  expect(tabs[0]?.location.replace).toHaveBeenCalledWith('blob:1');
  expect(made[0]?.type).toBe(shownAs);
  expect(save).not.toHaveBeenCalled();
});

test.each([
  ['page.html', 'text/html'],
  ['plan.svg', 'image/svg+xml'],
  ['data.xml', 'application/xml'],
  ['page.xhtml', 'application/xhtml+xml'],
  ['run.js', 'text/javascript'],
  ['P-204.docx', 'application/octet-stream'],
  ['nothing', ''],
])("saves %s, which could run with our origin's rights, or cannot be shown", async (name, type) => {
  const file = new Blob(['<script>'], { type });
  expect(await openFile(name, type).show(file)).toBe('saved');
  expect(tabs).toEqual([]);
  expect(save).toHaveBeenCalledWith(file, name);
});

test('saves the file if the browser opens no tab', async () => {
  vi.mocked(window.open).mockReturnValue(null);
  expect(await openFile('P-204.pdf', 'application/pdf').show(new Blob())).toBe('saved');
  expect(save).toHaveBeenCalledOnce();
});

test('closes the tab if the file does not arrive; a shown file stays available as long as its tab', async () => {
  openFile('P-204.pdf', 'application/pdf').abandon();
  expect(tabs[0]?.closed).toBe(true);

  await openFile('one.pdf', 'application/pdf').show(new Blob());
  await openFile('two.pdf', 'application/pdf').show(new Blob());
  expect(revoked).toEqual([]);
  tabs[1]?.close();
  await openFile('three.pdf', 'application/pdf').show(new Blob());
  expect(revoked).toEqual(['blob:1']);
});

test('in the mobile shell, opens files of any type in an app of the device', async () => {
  const { written, Filesystem } = shellFiles();
  const shell = standInShell({ Filesystem, FileOpener: { open: () => undefined } });
  expect(await openFile('page.html', 'text/html').show(new Blob(['<p>']))).toBe('shown');
  expect(shell.optionsOf('FileOpener', 'open')).toEqual([
    { filePath: 'file:///cache/given/page.html', contentType: 'text/html', openWithDefault: true },
  ]);
  expect([...written.values()]).toEqual(['<p>']);
  expect(tabs).toEqual([]);
});

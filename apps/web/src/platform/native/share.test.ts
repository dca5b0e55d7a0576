import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NativePlugin, shellFiles, standInShell } from '../../testing/shell';
import { canShareFile, shareFile, shareLink, withScheme } from './share';

const writeText = vi.fn<(text: string) => Promise<void>>();
const share = vi.fn<(data: ShareData) => Promise<void>>();

beforeEach(() => {
  vi.resetAllMocks();
  writeText.mockResolvedValue();
  share.mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Share = { canShare: () => ({ value: true }), share: () => ({}) } satisfies NativePlugin;

const browser = (parts: object) => vi.stubGlobal('navigator', { clipboard: { writeText }, ...parts });

test('A5.4: a shared link without a scheme gets https://', async () => {
  browser({ share });
  expect(await shareLink('The seal', 'earth.example/seal')).toBe('sheet');
  expect(share).toHaveBeenCalledWith({ title: 'The seal', url: 'https://earth.example/seal' });

  browser({});
  expect(await shareLink('The seal', 'earth.example:8080/seal')).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('https://earth.example:8080/seal');

  const shell = standInShell({ Share });
  expect(await shareLink('The seal', 'earth.example')).toBe('sheet');
  expect(shell.optionsOf('Share', 'share')).toEqual([{ title: 'The seal', url: 'https://earth.example' }]);
});

test.each(['https://earth.example', 'http://earth.example', 'HTTPS://EARTH.EXAMPLE', 'mailto:luca@demo.example'])(
  'keeps the scheme of a link: %s',
  (link) => expect(withScheme(link)).toBe(link),
);

test.each([
  ['a browser', new DOMException('', 'AbortError')],
  ['the shell', new Error('Share canceled')],
])('dismissing the sheet of %s is no failure, and copies nothing', async (where, error) => {
  share.mockRejectedValue(error);
  if (where === 'a browser') browser({ share });
  else standInShell({ Share: { ...Share, share: () => share({}) } });
  expect(await shareLink('The seal', 'https://earth.example')).toBe('left');
  expect(writeText).not.toHaveBeenCalled();
});

test('copies the link if the share sheet fails; fails if copying is refused too', async () => {
  share.mockRejectedValue(new Error('no app'));
  browser({ share });
  expect(await shareLink('The seal', 'https://earth.example')).toBe('copied');
  writeText.mockRejectedValue(new Error('denied'));
  expect(await shareLink('The seal', 'https://earth.example')).toBe('failed');
});

test("offers a file if the browser's share sheet accepts its type, and shares it with its name", async () => {
  const canShare = vi.fn<(data: ShareData) => boolean>(({ files }) => files?.[0]?.type === 'application/pdf');
  browser({});
  expect(canShareFile('P-204.pdf', 'application/pdf')).toBe(false);
  browser({ share, canShare });
  expect([canShareFile('P-204.pdf', 'application/pdf'), canShareFile('p.exe', 'application/x')]).toEqual([true, false]);

  expect(await shareFile('P-204.pdf')(new Blob(['sheet'], { type: 'application/pdf' }))).toBe('sheet');
  const [file] = share.mock.calls[0]?.[0].files ?? [];
  expect([file?.name, file?.type, await file?.text()]).toEqual(['P-204.pdf', 'application/pdf', 'sheet']);
});

test('a file that arrives too late after the click is shared at the next click', async () => {
  share.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  browser({ share });
  expect(await shareFile('P-204.pdf')(new Blob(['sheet']))).toBe('again');
});

test('the shell shares the given file under any name, and keeps one file at a time', async () => {
  const { written, Filesystem } = shellFiles();
  const shell = standInShell({ Filesystem, Share });
  expect(canShareFile('anything.bin', '')).toBe(true);
  await shareFile('first.txt')(new Blob(['first']));
  expect(await shareFile('../../x/P-204.pdf')(new Blob(['sheet']))).toBe('sheet');
  expect([...written]).toEqual([['given/__.._x_P-204.pdf', 'sheet']]);
  expect(shell.optionsOf('Share', 'share').at(-1)).toEqual({
    title: '../../x/P-204.pdf',
    files: ['file:///cache/given/__.._x_P-204.pdf'],
  });
});

test('a user who looks at the shell’s sheet for a minute has not left it', async () => {
  vi.useFakeTimers();
  const share = () => new Promise<void>((resolve) => void setTimeout(resolve, 60_000));
  standInShell({ Share: { ...Share, share } });
  const shared = shareLink('The seal', 'https://earth.example');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await shared).toBe('sheet');
});

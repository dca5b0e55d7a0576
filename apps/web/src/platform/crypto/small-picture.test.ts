import { LARGE_PICTURE } from '@earth/messaging';
import { PREVIEW_BYTES_MAX } from '@earth/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { makePreview } from './small-picture';

/** A browser that draws. Counts the pictures open at once, and makes small pictures of this many bytes. */
function drawing({ bytes }: { readonly bytes: number }) {
  const seen = { open: 0, most: 0 };
  vi.stubGlobal('createImageBitmap', async () => {
    seen.open += 1;
    seen.most = Math.max(seen.most, seen.open);
    return { width: 480, height: 360, close: () => (seen.open -= 1) };
  });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect: () => {}, drawImage: () => {} });
      convertToBlob = async () => new Blob(['x'.repeat(bytes)]);
    },
  );
  return seen;
}
const picture = (name: string, size = LARGE_PICTURE + 1) => new File(['x'.repeat(size)], name);

afterEach(() => vi.unstubAllGlobals());

test('makes small versions of large pictures, one at a time', async () => {
  const seen = drawing({ bytes: 30_000 });
  const made = await Promise.all(['a.jpg', 'b.PNG', 'c.webp'].map((name) => makePreview(picture(name), name)));
  expect(made.map((small) => small?.size)).toEqual([30_000, 30_000, 30_000]);
  expect(seen.most).toBe(1);
});

test.each([
  ['a small picture', picture('a.jpg', LARGE_PICTURE), 30_000],
  ['a file that is no picture', picture('a.pdf'), 30_000],
  ['a picture whose preview is too large', picture('a.jpg'), PREVIEW_BYTES_MAX + 1],
])('makes none for %s', async (_, file, bytes) => {
  drawing({ bytes });
  expect(await makePreview(file, file.name)).toBeNull();
});

test('makes none for a picture that the browser cannot decode, and goes on with the next', async () => {
  drawing({ bytes: 30_000 });
  const bitmap = { width: 480, height: 360, close: () => {} };
  const open = vi.fn<() => Promise<object>>().mockResolvedValue(bitmap).mockRejectedValueOnce(new Error('not decoded'));
  vi.stubGlobal('createImageBitmap', open);
  const made = await Promise.all(['a.jpg', 'b.jpg'].map((name) => makePreview(picture(name), name)));
  expect(made.map((small) => small?.size)).toEqual([undefined, 30_000]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { fitInto, photographName, readPhotograph, toBase64 } from './photograph';

afterEach(() => void vi.unstubAllGlobals());

const bounds = { width: 480, height: 640 };

test.each([
  ['a square', 2000, 2000, 480, 480],
  ['a wide one', 4000, 1000, 480, 120],
  ['a tall one', 1000, 4000, 160, 640],
  ['a small one', 100, 50, 100, 50],
])('D5.10: a photograph fits 480 by 640 and keeps its shape: %s', (_, width, height, fittedWidth, fittedHeight) => {
  expect(fitInto(width, height, bounds)).toEqual({ width: fittedWidth, height: fittedHeight });
});

test('D5.10: it is sent without the prefix of a data address', async () => {
  expect(await toBase64(new Blob([Uint8Array.of(0xff, 0xd8, 0xff)]))).toBe('/9j/');
});

test('D9.12: the name of a saved image has a prefix and a number from 1 to 1000', () => {
  expect([0, 0.5, 0.9999].map((random) => photographName('Earth-recognition', random))).toEqual([
    'Earth-recognition-1.png',
    'Earth-recognition-501.png',
    'Earth-recognition-1000.png',
  ]);
});

test.each([
  ['picture.gif', 'image/gif', 'notAnImage'],
  ['picture.jpg', 'text/plain', 'notAnImage'],
  ['notes.txt', '', 'notAnImage'],
  ['picture.JPG', '', 'failedToLoad'],
  ['picture.png', 'image/png', 'failedToLoad'],
])('D5.20: refuses «%s» of type «%s»: %s', async (name, type, problem) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('cannot be decoded')));
  await expect(readPhotograph(new File(['x'], name, { type }), bounds)).rejects.toMatchObject({ problem });
});

import { afterEach, expect, test, vi } from 'vitest';
import { fitInto, photographName, readPhotograph, takePhotograph, toBase64 } from './photograph';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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

const square = { x: 0, y: 0, side: 100 };

test('a photograph waits for the first frame of the camera', async () => {
  const video = document.createElement('video');
  // It has a size before it has a frame to draw.
  Object.defineProperty(video, 'videoWidth', { value: 640 });
  const squareOf = vi.fn<() => typeof square>(() => square);
  const taken = takePhotograph(video, squareOf, bounds);
  taken.catch(() => undefined);
  await Promise.resolve();
  expect(squareOf).not.toHaveBeenCalled();
  video.dispatchEvent(new Event('loadeddata'));
  // This environment cannot draw, so that is as far as it gets.
  await taken.catch(() => undefined);
  expect(squareOf).toHaveBeenCalledOnce();
});

test('a camera that gives no frame for five seconds is an error', async () => {
  vi.useFakeTimers();
  const taken = takePhotograph(document.createElement('video'), () => square, bounds);
  const problem = taken.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await problem).toMatchObject({ problem: 'errorOpening' });
});

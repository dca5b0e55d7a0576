import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, NO_ANSWER } from '../../../platform';
import { giveConfig } from '../../../testing/config';
import { testItem } from '../../../testing/contents';
import { type Match, matchesOnDevice } from './match';
import { recognize } from './recognize';

const noNet = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const { signal } = new AbortController();
const request = {
  catalogue: { modelCode: 'TILES', customerCode: 'ATELIER' },
  photograph: { file: new Blob([Uint8Array.of(0xff, 0xd8, 0xff)]), width: 480, height: 480 },
  mode: 1,
  note: 'In the hall',
  isShared: false,
  language: 'en',
} as const;
const predict = vi.spyOn(api, 'predict');
const found = [{ contentId: 7, title: 'Luna' } as Match];

beforeEach(() => {
  giveConfig();
  predict.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('D3.15, D4.25: a photograph goes with its mode and its note; the answer is the products', async () => {
  const { content } = testItem({ id: 3, title: 'Luna', descr: 'Polished\nFrom one block.' });
  const result = { content: { ...content, adminId: null }, brand: null, skin: null, group: { id: 1, title: 'Tiles' } };
  const about = { distance: 0.2, similarity: 96, isMatch: true, pictureUrl: '/media/1.webp', region: null };
  predict.mockResolvedValue([{ ...result, ...about, mediaActions: [] }]);
  const { matches, isFromDevice } = await recognize(request, null, signal);
  expect(predict.mock.calls[0]?.[0]).toMatchObject({
    modelcode: 'TILES',
    customerCode: 'ATELIER',
    base64Image: '/9j/',
    customParams: { mode: 1, note: 'In the hall', learn: false, regions: false },
  });
  expect(matches).toMatchObject([{ contentId: 3, line: 'Polished', similarity: 96, pictureUrl: '/media/1.webp' }]);
  expect(isFromDevice).toBe(false);
});

test('without an answer the device is asked, with the same photograph and mode', async () => {
  predict.mockRejectedValue(noNet);
  const onDevice = vi.fn<() => Promise<readonly Match[]>>(async () => found);
  expect(await recognize(request, onDevice, signal)).toEqual({ matches: found, isFromDevice: true });
  expect(onDevice).toHaveBeenCalledWith(request.photograph.file, { mode: 1, max: expect.any(Number), regions: false });
});

test('a busy server leaves the search to the device; without its catalogue the error is shown', async () => {
  const busy = new ApiError({ code: 503, error: 'recognitionBusy', message: 'Busy' });
  predict.mockRejectedValue(busy);
  expect(await recognize(request, async () => found, signal)).toEqual({ matches: found, isFromDevice: true });
  await expect(recognize(request, null, signal)).rejects.toBe(busy);
  await expect(recognize(request, () => Promise.reject(noNet), signal)).rejects.toBe(busy);
});

test('a server that does not answer in 8 seconds is not waited for', async () => {
  vi.useFakeTimers();
  predict.mockImplementation(
    (_, sending) =>
      new Promise((_resolve, reject) => sending?.signal.addEventListener('abort', () => reject(noNet), { once: true })),
  );
  const coming = recognize(request, async () => found, signal);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await coming).toMatchObject({ isFromDevice: true });
});

test('an error of the server is not hidden by an answer of the device', async () => {
  predict.mockRejectedValue(new ApiError({ code: 503, error: 'catalogueNotReady', message: 'Not yet' }));
  await expect(recognize(request, async () => found, signal)).rejects.toMatchObject({ message: 'Not yet' });
  predict.mockRejectedValue(noNet);
  await expect(recognize(request, null, signal)).rejects.toBe(noNet);
});

test('what the device finds has the pictures of the list, and no product that is not listed', () => {
  const product = { contentId: 7, title: 'Luna', line: 'Atelier', imageUrl: '/a.webp', pictureUrls: { p: '/p.webp' } };
  const match = { productId: 7, pictureId: 'p', distance: 0.1, similarity: 0.874, isMatch: true, region: null };
  const matches = matchesOnDevice([match, { ...match, productId: 8 }, { ...match, pictureId: 'q' }], [product]);
  expect(matches.map(({ contentId, similarity, pictureUrl }) => [contentId, similarity, pictureUrl])).toEqual([
    [7, 87, '/p.webp'],
    [7, 87, '/a.webp'],
  ]);
});

import { beforeEach, expect, test, vi } from 'vitest';
import { NO_ANSWER, session } from '../../../platform';
import { MEDIA } from '../../../platform/storage/kept-files';
import { testFiles } from '../../../testing/kept-files';
import { testProfile } from '../../../testing/people';
import { fetchMedia, keepMedia, keptMedia } from './media-files';

const { signal } = new AbortController();
let files: ReturnType<typeof testFiles>;
let request: ReturnType<typeof vi.fn<(url: string) => Promise<Response>>>;

beforeEach(() => {
  files = testFiles();
  request = vi.fn(async (_url: string) => new Response(Uint8Array.of(1, 2, 3)));
  vi.stubGlobal('fetch', request);
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  return () => vi.unstubAllGlobals();
});

const fileOf = (id: string) => `/media/${id}/file.glb`;

test('a 3D model or a video that was shown once needs no network', async () => {
  await fetchMedia(fileOf('cube'), signal, files);
  await keepMedia(fileOf('film'), signal, files);
  await vi.waitFor(() => expect(files.names(MEDIA)).toEqual([fileOf('cube'), fileOf('film')]));
  request.mockRejectedValue(new TypeError('Failed to fetch'));
  expect([...new Uint8Array(await fetchMedia(fileOf('cube'), signal, files))]).toEqual([1, 2, 3]);
  expect((await keptMedia(fileOf('film'), files))?.byteLength).toBe(3);
  await expect(fetchMedia(fileOf('other'), signal, files)).rejects.toMatchObject({ code: NO_ANSWER });
});

test('files of private contents, and what a signed-in user sees, do not stay on the device', async () => {
  await fetchMedia(`${fileOf('cube')}?e=1&s=2`, signal, files);
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  await fetchMedia(fileOf('cube'), signal, files);
  await keepMedia(fileOf('film'), signal, files);
  expect(request).toHaveBeenCalledTimes(2);
  expect(files.names(MEDIA)).toEqual([]);
});

test('a very large file is not kept', async () => {
  request.mockImplementationOnce(async () => new Response(new Uint8Array(31 * 1024 ** 2)));
  await fetchMedia(fileOf('large'), signal, files);
  await fetchMedia(fileOf('small'), signal, files);
  await vi.waitFor(() => expect(files.names(MEDIA)).toEqual([fileOf('small')]));
});

import { beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, NO_ANSWER, session } from '../../platform';
import { VIEWS } from '../../platform/storage/kept-files';
import { testFiles } from '../../testing/kept-files';
import { testProfile } from '../../testing/people';
import { fetchView, networkFirst } from './view-files';

const DIGEST = 'd'.repeat(32);
const { signal } = new AbortController();
const noNet = new ApiError({ code: NO_ANSWER, error: null, message: '' });
let files: ReturnType<typeof testFiles>;

beforeEach(() => {
  vi.restoreAllMocks();
  files = testFiles();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

test('a view is downloaded once, and then needs no network', async () => {
  const download = vi.spyOn(api, 'getViewFile').mockResolvedValue(Uint8Array.of(1, 2, 3));
  await fetchView(DIGEST, signal, files);
  await vi.waitFor(() => expect(files.names(VIEWS)).toEqual([`/api/discover/views/${DIGEST}`]));
  download.mockRejectedValue(noNet);
  expect([...(await fetchView(DIGEST, signal, files))]).toEqual([1, 2, 3]);
  expect(download).toHaveBeenCalledOnce();
});

test('an index comes from the network, and without an answer from the device', async () => {
  const load = vi.fn<() => Promise<Uint8Array>>().mockResolvedValue(Uint8Array.of(1));
  await networkFirst('/api/markers?index', load, files);
  await vi.waitFor(() => expect(files.names(VIEWS)).toHaveLength(1));
  load.mockResolvedValueOnce(Uint8Array.of(2)).mockRejectedValueOnce(noNet);
  expect([...(await networkFirst('/api/markers?index', load, files))]).toEqual([2]);
  expect([...(await networkFirst('/api/markers?index', load, files))]).toEqual([2]);
  load.mockRejectedValue(new ApiError({ code: 404, error: 'notFound', message: '' }));
  await expect(networkFirst('/api/markers?index', load, files)).rejects.toThrow(ApiError);
});

test('what a signed-in user sees does not stay on the device', async () => {
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  const load = vi.fn<() => Promise<Uint8Array>>().mockResolvedValueOnce(Uint8Array.of(1)).mockRejectedValue(noNet);
  await networkFirst('/api/markers?index', load, files);
  await expect(networkFirst('/api/markers?index', load, files)).rejects.toThrow(ApiError);
  vi.spyOn(api, 'getViewFile').mockResolvedValue(Uint8Array.of(1));
  await fetchView(DIGEST, signal, files);
  session.store.setState({ status: 'starting' }, true);
  await fetchView(DIGEST, signal, files);
  expect(files.names(VIEWS)).toEqual([]);
});

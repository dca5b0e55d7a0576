import type { Catalogue } from '@earth/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, NO_ANSWER, session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import { PresentScope } from '../../../testing/scope';
import { testFiles } from '../../../testing/kept-files';
import { useDeviceSearch } from './use-device-search';

const jobs: { readonly type: string }[] = [];
/** A worker that is new has no catalogue. */
let isLoaded = false;
const stop = vi.hoisted(() => vi.fn<() => void>());
const found = { productId: 7, pictureId: 'p', distance: 0.1, similarity: 0.9, isMatch: true, region: null };
vi.mock('./recognition-thread', () => ({
  createRecognitionThread: () => ({
    run: async (job: { readonly type: string }) => {
      jobs.push(job);
      if (job.type === 'load') isLoaded = true;
      return job.type === 'search' && isLoaded ? [found] : null;
    },
    stop,
  }),
}));

const NAME = { modelCode: 'TILES', customerCode: 'ATELIER' };
const PRODUCT = { contentId: 7, title: 'Luna', line: '', imageUrl: null, pictureUrls: { p: '/p.webp' } };
const noNet = new ApiError({ code: NO_ANSWER, error: null, message: '' });
const info = (indexBytes: number): Catalogue => ({
  modelCode: 'TILES',
  title: 'Tiles',
  productsCount: 1,
  indexBytes,
  isReady: true,
  learnsFromPhotographs: false,
});
const index = vi.spyOn(api, 'getCatalogueIndex');
const products = vi.spyOn(api, 'listCatalogueProducts');

beforeEach(() => {
  setLanguage('en');
  jobs.length = 0;
  isLoaded = false;
  stop.mockReset();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  vi.stubGlobal('caches', testFiles());
  vi.stubGlobal('fetch', async () => new Response('bytes'));
  Object.assign(navigator, { connection: { saveData: false } });
  index.mockReset().mockImplementation(async (_, sending) => {
    sending?.onProgress(0.5);
    return Uint8Array.of(1, 2, 3);
  });
  products.mockReset().mockResolvedValue({ items: [PRODUCT] });
});

const start = (known: Catalogue | null) => renderHook(() => useDeviceSearch(NAME, known), { wrapper: PresentScope });
interface Known {
  readonly known: Catalogue | undefined;
}
const UNANSWERED: Known = { known: undefined };
/** The server has not answered yet. */
const startUnanswered = () =>
  renderHook(({ known }: Known) => useDeviceSearch(NAME, known), { wrapper: PresentScope, initialProps: UNANSWERED });
type Started = ReturnType<typeof start>;
const isOf = async ({ result }: Started, type: string) => waitFor(() => expect(result.current.state.type).toBe(type));

async function search({ result }: Started) {
  const { state } = result.current;
  return state.type === 'ready' ? state.search(new Blob(), { mode: 0, max: 5, regions: false }) : [];
}

test('a small catalogue is downloaded without asking, and searched on the device', async () => {
  const started = start(info(1_000_000));
  await isOf(started, 'ready');
  expect(jobs).toMatchObject([{ type: 'load', index: Uint8Array.of(1, 2, 3) }]);
  expect(await search(started)).toMatchObject([{ contentId: 7, title: 'Luna', similarity: 90, pictureUrl: '/p.webp' }]);
});

test.each([
  ['is larger than 1 MB', 1_000_001, false],
  ['comes to a device that saves data', 9_000, true],
])('a catalogue that %s is offered, and downloaded when the user says so', async (_, bytes, saveData) => {
  Object.assign(navigator, { connection: { saveData } });
  const started = start(info(bytes));
  await isOf(started, 'offered');
  expect(started.result.current.state).toEqual({ type: 'offered', bytes });
  expect(index).not.toHaveBeenCalled();
  act(() => started.result.current.download());
  await isOf(started, 'ready');
});

test('without a network what was downloaded once is searched; nothing else is', async () => {
  const first = start(info(9_000));
  await isOf(first, 'ready');
  await waitFor(async () =>
    expect(await caches.match('/api/deep/catalogues/TILES?customerCode=ATELIER&index')).toBeTruthy(),
  );
  first.unmount();
  expect(stop).toHaveBeenCalled();
  for (const call of [index, products]) call.mockRejectedValue(noNet);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const again = start(null);
  await isOf(again, 'ready');
  expect(await search(again)).toHaveLength(1);
  vi.stubGlobal('caches', testFiles());
  await isOf(start(null), 'absent');
});

test('a photograph that is taken while the catalogue is being loaded waits for it', async () => {
  const started = start(info(9_000));
  const { search: early } = started.result.current;
  expect(started.result.current.state.type).toBe('checking');
  expect(await early?.(new Blob(), { mode: 0, max: 5, regions: false })).toMatchObject([{ contentId: 7 }]);
});

test('a download that fails can be tried again', async () => {
  index.mockRejectedValueOnce(noNet);
  const started = start(info(9_000));
  await isOf(started, 'failed');
  act(() => started.result.current.download());
  await isOf(started, 'ready');
  expect(index).toHaveBeenCalledTimes(2);
});

test('what the device has is searched while the server has not answered, and brought up to date when it does', async () => {
  const first = start(info(9_000));
  await isOf(first, 'ready');
  await waitFor(async () =>
    expect(await caches.match('/api/deep/catalogues/TILES?customerCode=ATELIER&index')).toBeTruthy(),
  );
  first.unmount();
  index.mockReset().mockReturnValue(new Promise(() => undefined));
  const again = startUnanswered();
  const { search: early } = again.result.current;
  expect(await early?.(new Blob(), { mode: 0, max: 5, regions: false })).toMatchObject([{ contentId: 7 }]);
  expect(index).not.toHaveBeenCalled();
  index.mockResolvedValue(Uint8Array.of(4));
  again.rerender({ known: info(9_000) });
  expect(again.result.current.state.type).toBe('ready');
  await waitFor(() => expect(jobs.at(-1)).toMatchObject({ type: 'load', index: Uint8Array.of(4) }));
});

test('a photograph waits until it is known whether the server answers', async () => {
  const started = startUnanswered();
  const found = started.result.current.search?.(new Blob(), { mode: 0, max: 5, regions: false });
  started.rerender({ known: info(9_000) });
  expect(await found).toMatchObject([{ contentId: 7 }]);
});

test('a worker that is started anew is given the catalogue again', async () => {
  const started = start(info(9_000));
  await isOf(started, 'ready');
  isLoaded = false;
  expect(await search(started)).toHaveLength(1);
});

test.each([
  ['signedOut', true],
  ['signedIn', false],
] as const)('the catalogue that is loaded stays on the device: %s %s', async (status, isStored) => {
  session.store.setState({ status, isOver: false } as never, true);
  const started = start(info(9_000));
  await isOf(started, 'ready');
  expect(started.result.current.state).toMatchObject({ isStored });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { testFiles } from '../../testing/kept-files';
import { LAYERS } from '../storage/kept-files';
import { fetchLayer, NoLayerError } from './map-layer';

const LAYER = '/maps/parks.kml';
const { signal } = new AbortController();

let files: ReturnType<typeof testFiles>;
const net = vi.fn<typeof fetch>();
beforeEach(() => {
  files = testFiles();
  net.mockReset();
  vi.stubGlobal('fetch', net);
});

const layer = (bytes = 3, cacheControl = 'public, max-age=31536000, immutable') =>
  new Response(new Uint8Array(bytes), { headers: { 'cache-control': cacheControl } });
async function see(url: string, answer: Response) {
  net.mockResolvedValueOnce(answer);
  return await fetchLayer(url, signal, files);
}

test('serves a cached map layer offline, until the server no longer has it', async () => {
  await see(LAYER, layer());
  await vi.waitFor(() => expect(files.names(LAYERS)).toEqual([LAYER]));
  net.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await fetchLayer(LAYER, signal, files)).byteLength).toBe(3);

  await expect(see(LAYER, new Response('', { status: 404 }))).rejects.toThrow(NoLayerError);
  expect(files.names(LAYERS)).toEqual([]);
  net.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(fetchLayer(LAYER, signal, files)).rejects.toThrow('Failed to fetch');
});

test.each([
  ['is signed', `${LAYER}?e=1&s=2`, layer()],
  ['is marked private', '/media/a/layer.kml', layer(3, 'private, max-age=7200')],
  ['is large', '/maps/large.kml', layer(5 * 1024 * 1024 + 1)],
])('does not cache a layer that %s', async (_, url, answer) => {
  await see(url, answer);
  // Stored after the layer under test, so that the layer is surely stored by then.
  await see(LAYER, layer());
  await vi.waitFor(() => expect(files.names(LAYERS)).toEqual([LAYER]));
});

test('keeps the newest 20 layers', async () => {
  for (let id = 0; id < 22; id += 1) {
    await see(`/maps/${id}.kml`, layer());
    await vi.waitFor(() => expect(files.names(LAYERS)).toContain(`/maps/${id}.kml`));
  }
  await vi.waitFor(() => expect(files.names(LAYERS)).toHaveLength(20));
  expect(files.names(LAYERS)[0]).toBe('/maps/2.kml');
});

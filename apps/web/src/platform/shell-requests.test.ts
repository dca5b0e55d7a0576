/** What the mobile shell requests goes to its server, and what that answers can be shown. */
import { clientConfig, encode, TERMS_PATH } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { testConfig } from '../testing/config';
import { standInShell } from '../testing/shell';
import { storeServer } from './server-address';

const SERVER = 'https://help.example.com';
const net = vi.fn<typeof fetch>();
const asked = () => net.mock.calls.map(([url]) => url as string);

beforeEach(() => {
  standInShell({});
  storeServer(SERVER);
  net.mockReset();
  vi.stubGlobal('fetch', net);
});

test('the settings, whose pictures are the server’s', async () => {
  const brand = { ...testConfig.brand, logoUrl: '/brand/logo.svg', coverUrl: '/pictures/cover.webp' };
  net.mockResolvedValueOnce(Response.json(encode(clientConfig, { ...testConfig, brand })));
  const { loadConfig } = await import('.');
  expect((await loadConfig()).brand).toMatchObject({
    logoUrl: `${SERVER}/brand/logo.svg`,
    coverUrl: `${SERVER}/pictures/cover.webp`,
  });
  expect(asked()).toEqual([`${SERVER}/config.json`]);

  // Without a network the app starts with the settings that it had.
  net.mockRejectedValue(new TypeError('Failed to fetch'));
  expect((await loadConfig()).brand.logoUrl).toBe(`${SERVER}/brand/logo.svg`);
  // Nor does a server in trouble replace them.
  net.mockReset();
  for (const answer of [Response.json({ error: 'down' }, { status: 503 }), Response.json({ other: true })]) {
    net.mockResolvedValueOnce(answer);
    expect((await loadConfig()).brand.logoUrl).toBe(`${SERVER}/brand/logo.svg`);
  }
});

test('the terms, and the layers of maps', async () => {
  const [{ fetchTerms }, { fetchLayer, NoLayerError }] = await Promise.all([
    import('./http/brand-terms'),
    import('./http/map-layer'),
  ]);
  net.mockResolvedValueOnce(Response.json(null));
  await fetchTerms().catch(() => undefined);
  const { signal } = new AbortController();
  for (const layer of ['/maps/a.kml', `${SERVER}/maps/b.kml`]) {
    net.mockResolvedValueOnce(new Response('<kml/>'));
    await fetchLayer(layer, signal, null);
  }
  expect(asked()).toEqual([`${SERVER}${TERMS_PATH}`, `${SERVER}/maps/a.kml`, `${SERVER}/maps/b.kml`]);
  for (const layer of ['https://evil.example/maps/a.kml', `${location.origin}/maps/a.kml`])
    await expect(fetchLayer(layer, signal, null)).rejects.toThrow(NoLayerError);
});

test('calls of the API', async () => {
  const { api } = await import('.');
  net.mockRejectedValue(new TypeError('Failed to fetch'));
  await api.readInvitation({ email: 'a@b.example', invitationCode: '1' }).catch(() => undefined);
  expect(asked()[0]).toMatch(/^https:\/\/help\.example\.com\/(?:api|services)\/.*invitation/);
});

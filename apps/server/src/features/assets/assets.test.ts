import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server';
import { deleteAsset, storeAsset } from '.';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    MAP_STYLE_URL: 'https://maps.example/styles/plain.json?key=1',
    MAP_ORIGINS: 'https://tiles.example, https://maps.example',
  });
});
afterAll(() => server.close());

const bytes = new TextEncoder().encode('<kml/>');
const ownerId = '0190a000-0000-7000-8000-0000000000aa';

test.each([
  [{ kind: 'maps', ending: 'kml', bytes }, 'application/vnd.google-earth.kml+xml'],
  [{ kind: 'maps', ending: 'kmz', bytes }, 'application/vnd.google-earth.kmz'],
  [{ kind: 'pictures', ending: 'webp', bytes }, 'image/webp'],
  [{ kind: 'company-audio', ending: 'mp3', bytes, ownerId }, 'audio/mpeg'],
] as const)('$kind in $ending are for everybody, and may be kept for ever', async (asset, type) => {
  const url = await storeAsset(server.context, asset);
  expect(url).toMatch(new RegExp(`^/${asset.kind}/([0-9a-f-]{36}-)?[0-9a-f]{32}\\.${asset.ending}$`));
  const { status, headers } = await server.visitor().raw(url);
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    type,
    'public, max-age=31536000, immutable',
  ]);
});

test.each([
  ['what is not there', `${'0a'.repeat(16)}.kml`],
  ['another ending', `${'0a'.repeat(16)}.html`],
  ['a way out of the folder', '..%2fpictures%2fa.kml'],
  ['an ending from the prototype', 'constructor'],
  ['a name with an ending from the prototype', `${'0a'.repeat(16)}.constructor`],
])('%s is not found', async (_, name) => {
  expect((await server.visitor().raw(`/maps/${name}`)).status).toBe(404);
});

test('one kind is not found at the address of another', async () => {
  const url = await storeAsset(server.context, { kind: 'maps', ending: 'kml', bytes });
  expect((await server.visitor().raw(url.replace('maps', 'pictures'))).status).toBe(404);
});

test('deletes the file of one owner only, and nothing at another address', async () => {
  const audio = { kind: 'company-audio', ending: 'mp3', bytes } as const;
  const own = await storeAsset(server.context, { ...audio, ownerId });
  const other = await storeAsset(server.context, { ...audio, ownerId: ownerId.replace('aa', 'bb') });
  await deleteAsset(server.context, own);
  await deleteAsset(server.context, `https://cdn.example${other}`);
  const statuses = [own, other].map(async (url) => (await server.visitor().raw(url)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200]);
});

test('permits connections to the origins of the map style and no others, also from workers', async () => {
  const { json, headers } = await server.visitor().raw('/config.json');
  expect(json).toMatchObject({ mapStyleUrl: 'https://maps.example/styles/plain.json?key=1' });
  expect(headers.get('content-security-policy')).toContain(
    "; connect-src 'self' https://maps.example https://tiles.example; ",
  );
  const plain = await startTestServer();
  const without = await plain.visitor().raw('/config.json');
  await plain.close();
  expect(without.json).toMatchObject({ mapStyleUrl: null });
  expect(without.headers.get('content-security-policy')).toContain("; connect-src 'self'; ");
});

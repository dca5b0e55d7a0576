import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storeLayer } from '.';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    MAP_STYLE_URL: 'https://maps.example/styles/plain.json?key=1',
    MAP_ORIGINS: 'https://tiles.example, https://maps.example',
  });
});
afterAll(() => server.close());

const KML = new TextEncoder().encode('<kml/>');

test.each([
  ['kml', 'application/vnd.google-earth.kml+xml'],
  ['kmz', 'application/vnd.google-earth.kmz'],
] as const)('a layer in %s is for everybody, and may be kept for ever', async (ending, type) => {
  const url = await storeLayer(server.context, KML, ending);
  expect(url).toMatch(/^\/maps\/[0-9a-f]{32}\.km[lz]$/);
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
])('%s is not found', async (_, name) => {
  expect((await server.visitor().raw(`/maps/${name}`)).status).toBe(404);
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

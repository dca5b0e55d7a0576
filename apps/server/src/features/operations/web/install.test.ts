import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { registerInstall } from './install';

let server: TestServer;
let tiles: TestServer;
beforeAll(async () => {
  [server, tiles] = await Promise.all([startTestServer(), startTestServer({ BRAND: 'lastrica' })]);
});
afterAll(() => Promise.all([server.close(), tiles.close()]));

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

const manifestOf = async (from: TestServer, language: string) => {
  const answer = await fetch(`${from.url}/manifest.webmanifest`, { headers: { 'accept-language': language } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json\b/);
  return (await answer.json()) as Manifest;
};

test('the manifest is the brand’s, in the requested language', async () => {
  expect(await manifestOf(server, 'en-GB')).toMatchObject({
    id: '/?app=com.example.earth',
    name: 'Earth',
    lang: 'en',
    start_url: '/splash/',
    display: 'standalone',
  });
  const italian = await manifestOf(tiles, 'it-IT');
  expect(italian).toMatchObject({ id: '/?app=com.example.lastrica', name: 'Lastrica', theme_color: '#9a3f1c' });
});

test('its shortcuts lead to what the build has: calls, and the entries of its menu', async () => {
  const namesOf = async (from: TestServer) => (await manifestOf(from, 'it')).shortcuts.map(({ name }) => name);
  expect(await namesOf(server)).toEqual(['Preferiti', 'Scrivici', 'Assistenza']);
  expect(await namesOf(tiles)).toEqual(['Preferiti', 'Scrivici', 'Assistenza']);

  const { context } = tiles;
  const app = fastify();
  const settings = { ...context.settings, callsEnabled: false };
  registerInstall(app, { ...context, settings, brand: { ...context.brand, menu: ['/tiles', '/contact'] } });
  const { shortcuts } = (await app.inject('/manifest.webmanifest')).json<Manifest>();
  expect(shortcuts.map(({ url }) => url)).toEqual(['/contact']);
});

test('its icons are drawn from the logo in their declared sizes; maskable ones have no transparent corner', async () => {
  const { icons } = await manifestOf(tiles, 'en');
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
  for (const { src, sizes, purpose } of [
    ...icons,
    { src: '/icons/apple.png', sizes: '180x180', purpose: 'maskable' },
  ]) {
    const answer = await fetch(tiles.url + src);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(`${info.width}x${info.height}`).toBe(sizes);
    const corner = purpose === 'maskable' ? [0xe2, 0x83, 0x5a, 255] : [0, 0, 0, 0];
    expect([...data.subarray(0, 4)]).toEqual(corner);
  }
  expect((await fetch(`${tiles.url}/icons/any-4096.png`)).status).toBe(404);
});

test('robots.txt excludes pages for signed-in users', async () => {
  const robots = (from: TestServer) => fetch(`${from.url}/robots.txt`).then((answer) => answer.text());
  expect(await robots(server)).toBe('User-agent: *\nDisallow: /services/\nDisallow: /api/\n');
  expect(await robots(tiles)).toBe('User-agent: *\nDisallow: /\n');
});

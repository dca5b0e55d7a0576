import { DEEP_LINKS, isDeepLink } from '@earth/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';

const FINGERPRINT = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join(':');

let server: TestServer;
let bare: TestServer;
beforeAll(async () => {
  [server, bare] = await Promise.all([
    startTestServer({ BRAND: 'lastrica', ANDROID_FINGERPRINTS: FINGERPRINT, APPLE_TEAM_ID: 'ABCDE12345' }),
    startTestServer(),
  ]);
});
afterAll(() => Promise.all([server.close(), bare.close()]));

async function read(name: string): Promise<unknown> {
  const answer = await fetch(`${server.url}/.well-known/${name}`, { redirect: 'error' });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  return await answer.json();
}

test('names the Android app and the certificates that it is signed with', async () => {
  const target = {
    namespace: 'android_app',
    package_name: 'com.example.lastrica',
    sha256_cert_fingerprints: [FINGERPRINT.toUpperCase()],
  };
  expect(await read('assetlinks.json')).toEqual([{ relation: ['delegate_permission/common.handle_all_urls'], target }]);
});

test('names the iOS app and the addresses that it opens', async () => {
  const components = DEEP_LINKS.map((path) => ({ '/': path }));
  expect(await read('apple-app-site-association')).toEqual({
    applinks: { details: [{ appIDs: ['ABCDE12345.com.example.lastrica'], components }] },
  });
});

test.each(['assetlinks.json', 'apple-app-site-association'])('without its setting there is no %s', async (name) => {
  expect((await fetch(`${bare.url}/.well-known/${name}`)).status).toBe(404);
});

test.each([
  ['/landing', true],
  ['/guest', true],
  ['/invitation', true],
  ['/content-detail/7', true],
  ['/landing-image', false],
  ['/', false],
  ['/people', false],
  ['//content-detail/7', false],
])('the app opens %s: %s', (path, isOpened) => expect(isDeepLink(path)).toBe(isOpened));

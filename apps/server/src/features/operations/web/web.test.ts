import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { clientConfig } from '@earth/contracts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { sendSecurityHeaders } from '../../../http/security-headers';
import { registerWeb } from './routes';

const PAGE =
  '<!doctype html><meta name="csp-nonce" content="__NONCE__"><script type="module" src="/assets/app-1a2b.js"></script>';

let server: TestServer;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  server = await startTestServer({
    CALL_TIMEOUT_SECONDS: '7',
    MAX_USERS_IN_CALL: '-1',
    AR_ENABLED: 'true',
    RECOGNITION_RESULT_VIEW: 'IMAGE_GALLERY',
  });
  folder = await mkdtemp(join(tmpdir(), 'earth-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('console.log(1)'));
  await writeFile(join(folder, 'assets', 'gone-5e6f.js'), 'console.log(2)');
  await writeFile(join(folder, 'assets', 'ar.wasm-worker-9Ab_-c.js'), 'console.log(3)');
  await writeFile(join(folder, 'licences.json'), '{}');
  await writeFile(join(folder, '.sources'), 'secret');
  app = fastify();
  // The security headers forbid caching, which each file has to override.
  await sendSecurityHeaders(app, server.context.settings);
  await registerWeb(app, server.context, folder);
});
afterAll(async () => {
  await app.close();
  await server.close();
  await rm(folder, { recursive: true });
});

describe('a page', () => {
  test.each(['/', '/people', '/calls/0190a000-0000-7000-8000-0000000000aa?x=1', '/index.html/'])(
    'at %s is the web app, with a nonce that only this answer has',
    async (url) => {
      const [one, other] = [await app.inject(url), await app.inject(url)];
      expect(one.statusCode).toBe(200);
      expect(one.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(one.headers['cache-control']).toBe('no-cache');
      const nonce = /content="([^"]+)"/.exec(one.body)?.[1] ?? '';
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(other.body).not.toContain(nonce);
    },
  );

  test.each([
    ['/index.html', '/'],
    ['/index.html?answer=1//x', '/?answer=1//x'],
    ['/%69ndex.html', '/'],
  ])('D2.1: the root has another name: %s', async (url, root) => {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers.location]).toEqual([301, root]);
  });

  test.each(['/services/nothing', '/storage/x', '/assets/gone-3c4d.js', '/picture.png', '/.sources', '/index.html.br'])(
    'is not what %s gets',
    async (url) => {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { data: { error: 'notFound' } }]);
    },
  );
});

test('hashed files are cached for ever, others are revalidated', async () => {
  const script = await app.inject('/assets/app-1a2b.js');
  expect(script.body).toBe('console.log(1)');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const name of ['etag', 'last-modified', 'accept-ranges']) expect(name in script.headers).toBe(false);
  const other = await app.inject('/licences.json');
  expect([other.statusCode, other.headers['cache-control']]).toEqual([200, 'no-cache']);
  const { etag } = other.headers;
  const again = await app.inject({ url: '/licences.json', headers: { 'if-none-match': String(etag) } });
  expect(again.statusCode).toBe(304);
});

test('the files of a page have the headers of files, and not those of pages', async () => {
  const { headers } = await app.inject('/assets/app-1a2b.js');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  for (const name of ['x-frame-options', 'permissions-policy', 'cross-origin-opener-policy', 'origin-agent-cluster'])
    expect([name in headers, name in (await app.inject('/')).headers]).toEqual([false, true]);
});

test('only the scripts of workers for WebAssembly may compile it', async () => {
  const policyOf = async (url: string) => (await app.inject(url)).headers['content-security-policy'];
  const scripts = "script-src 'self' 'wasm-unsafe-eval';";
  expect(await policyOf('/assets/ar.wasm-worker-9Ab_-c.js')).toContain(scripts);
  for (const url of ['/', '/assets/app-1a2b.js', '/assets/app-1a2b.js?x=.wasm-worker-1.js'])
    expect(await policyOf(url)).not.toContain('wasm');
});

test('the absence of a file is not cached for ever', async () => {
  await rm(join(folder, 'assets', 'gone-5e6f.js'));
  const { statusCode, headers } = await app.inject('/assets/gone-5e6f.js');
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
});

test('a browser that accepts it gets the compressed file, and caches separate the encodings', async () => {
  for (const url of ['/assets/app-1a2b.js', '/licences.json'])
    expect((await app.inject(url)).headers.vary).toBe('accept-encoding');
  const script = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(script.headers['content-encoding']).toBe('br');
  expect(script.headers['content-type']).toContain('javascript');
  expect(script.rawPayload).toEqual(brotliCompressSync('console.log(1)'));
});

test('serves the brand’s pictures, and no neighbouring files', async () => {
  const logo = await server.visitor().raw('/brand/logo.svg');
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  for (const path of ['/brand/..%2f..%2fpackage.json', '/brand/%2e%2e/earth/brand.json', '/brand/none.svg']) {
    const { status } = await server.visitor().raw(path);
    expect(status).toBe(404);
  }
});

test('D3.38: the web app gets its settings, and no secret but the key of the build', async () => {
  const { json, headers } = await server.visitor().raw('/config.json');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(clientConfig.parse(json)).toMatchObject({
    callTimeoutSeconds: 7,
    maxUsersInCall: -1,
    hasMediaServer: false,
    fieldUsersDraw: false,
    arEnabled: true,
    recognition: { width: 480, height: 640, maxResults: 10, resultView: 'IMAGE_GALLERY' },
    brand: { name: 'Earth' },
  });
  expect(Object.keys(json as object).toSorted()).toEqual(Object.keys(clientConfig.shape).toSorted());
});

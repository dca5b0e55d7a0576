import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ask = (path: string, origin: string | null, { method = 'GET', headers }: Asked = {}) =>
  fetch(`${server.url}${path}`, { method, headers: { ...headers, ...(origin !== null && { origin }) } });

const corsOf = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith('access-control-'));

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization,x-api-key' },
};

const ORIGINS = ['https://localhost', 'capacitor://localhost'];

test.each(ORIGINS)(
  'pages of the mobile app at %s may call the server, with a token and without cookies',
  async (origin) => {
    const answer = await ask('/api/infocontents?page=1', origin, PREFLIGHT);
    expect(answer.status).toBe(204);
    const cors = Object.fromEntries(corsOf(answer));
    expect(cors['access-control-allow-origin']).toBe(origin);
    expect(cors['access-control-allow-headers']).toBe('authorization, *');
    expect(cors['access-control-allow-methods']).toContain('PUT');
    expect(cors).not.toHaveProperty('access-control-allow-credentials');
  },
);

test.each([...ORIGINS])('pages of the mobile app at %s read settings, answers and failures', async (origin) => {
  for (const [path, status] of [
    ['/config.json', 200],
    ['/brand/terms.json', 200],
    ['/api/infocontents?page=1', 401],
    ['/pictures/none.webp', 404],
  ] as const) {
    const answer = await ask(path, origin);
    expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, status, origin]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('etag');
  }
});

test.each([
  'http://localhost',
  'https://localhost:8443',
  'https://localhost.evil.example',
  'capacitor://evil',
  'https://evil.example',
  'null',
])('pages at %s may not', async (origin) => {
  for (const init of [{}, PREFLIGHT]) expect(corsOf(await ask('/config.json', origin, init))).toEqual([]);
});

test('other methods are refused as before: only a preflight is answered', async () => {
  const answer = await ask('/config.json', 'https://localhost', { method: 'OPTIONS' });
  expect(answer.status).toBe(404);
});

test('pages of the app show files of the server, but no page of the server is shared with them', async () => {
  const policyOf = async (path: string) => (await ask(path, null)).headers.get('cross-origin-resource-policy');
  expect(await policyOf('/brand/logo.svg')).toBe('cross-origin');
  for (const path of ['/', '/config.json', '/healthz']) expect(await policyOf(path)).toBe('same-origin');
  for (const path of ['/', '/healthz', '/manifest.webmanifest'])
    expect(corsOf(await ask(path, 'https://localhost'))).toEqual([]);
});

test('a cache keeps answers for the app apart from those for others', async () => {
  for (const path of ['/brand/logo.svg', '/config.json'])
    expect((await ask(path, null)).headers.get('vary')?.toLowerCase()).toContain('origin');
});

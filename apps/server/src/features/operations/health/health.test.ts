import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the server is live and ready', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { status, json } = await server.visitor().raw(path);
    expect([status, json]).toEqual([200, { status: 'ok' }]);
  }
});

test('metrics name routes, never people or ids', async () => {
  const operator = await server.signIn('operator');
  await operator.raw(`/storage/calls/${operator.contactId}/picture.jpg?x=secret`);
  const { text, headers } = await server.visitor().raw('/metrics');
  expect(headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toMatch(/http_request_duration_seconds_count\{method="POST",route="\/services\/auth",status="200"\} 2/);
  expect(text).not.toContain(operator.contactId);
  expect(text).not.toContain('secret');
});

test.each([
  [{}, 200],
  [{ PUBLIC_URL: 'https://help.example.com' }, 404],
  [{ PUBLIC_URL: 'https://help.example.com', METRICS_OPEN: 'true', DOCS_OPEN: 'true' }, 200],
  [{ METRICS_OPEN: 'false', DOCS_OPEN: 'false' }, 404],
])('with %j metrics and reference answer %d', async (variables, expected) => {
  const other = await startTestServer(variables);
  try {
    for (const path of ['/metrics', '/docs/', '/docs/json'])
      expect([path, (await other.visitor().raw(path)).status]).toEqual([path, expected]);
  } finally {
    await other.close();
  }
});

import { createCall } from '@earth/contracts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
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

test('a server whose database does not answer within three seconds says that it is not ready', async () => {
  const { pool } = server.context;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The server's own work may wait, too.
  const waiting = pool.waitingCount;
  try {
    const asked = server.visitor().raw('/readyz');
    await expect.poll(() => pool.waitingCount).toBeGreaterThan(waiting);
    vi.advanceTimersByTime(3_000);
    const { status, json } = await asked;
    expect([status, json]).toEqual([503, { status: 'unavailable' }]);
  } finally {
    vi.useRealTimers();
    for (const client of taken) client.release();
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

test.each(['x-forwarded-for', 'forwarded'])(
  'metrics are not given to whom a proxy passes on, by %s',
  async (header) => {
    const { status, text } = await server.visitor().raw('/metrics', { headers: { [header]: 'for=203.0.113.7' } });
    expect(status).toBe(404);
    expect(text).not.toContain('process_');
  },
);

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

test('metrics say who is online, what goes on, what waits, and how other systems answer', async () => {
  const operator = await server.signIn('operator');
  const socket = await operator.socket();
  const values = async () => {
    const { text } = await server.visitor().raw('/metrics');
    return new Map(
      text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  };
  const before = await values();
  expect(before.get('people_online')).toBe(1);
  expect(before.get('sockets_open')).toBe(1);
  expect(before.get('database_up')).toBe(1);
  expect(before.get('calls_open')).toBe(0);
  expect(before.get('queue_length{queue="push"}')).toBe(0);
  expect(before.get('queue_length{queue="webhooks"}')).toBe(0);
  expect(before.get('queue_overdue_seconds{queue="push"}')).toBe(0);
  expect(before.get('system_call_duration_seconds_count{system="database",outcome="ok"}')).toBeGreaterThan(0);

  const assisted = await server.signIn('assisted');
  const targetContacts = [operator.contactId];
  await assisted.call(createCall, { subject: 'The pump', targetContacts, cryptoSchema: 0 });
  expect((await values()).get('calls_open')).toBe(1);
  const { pool } = server.context;
  await pool.query(`
    insert into webhooks (id, company_id, url, events, sealed_secret, language, failures)
      select gen_random_uuid(), id, 'https://hooks.example.com', '[]', '', 'en', 0 from companies where code = 'DEMO'`);
  await pool.query(`
    insert into webhook_deliveries (id, webhook_id, event, body, created_at, due_at)
      select gen_random_uuid(), id, 'call.ended', '{}', now(), now() - interval '1 hour' from webhooks`);
  const late = await values();
  expect(late.get('queue_length{queue="webhooks"}')).toBe(1);
  expect(late.get('queue_overdue_seconds{queue="webhooks"}')).toBeGreaterThanOrEqual(3590);
  await pool.query('delete from webhooks');
  await socket.close();
});

test('a slow query is a line in the log without its values, and is counted', async () => {
  const other = await startTestServer({ SLOW_QUERY_MS: '1' });
  try {
    const warn = vi.spyOn(other.context.log, 'warn');
    const { pool } = other.context;
    await pool.query('select pg_sleep(0.05), $1::text as kept', ['a secret']);
    await expect(pool.query('select pg_sleep(0.05), 1 / $1::int', [0])).rejects.toThrow('division by zero');
    const lines = warn.mock.calls.filter(([fields]) => String((fields as { text?: string }).text).includes('pg_sleep'));
    expect(lines).toEqual([
      [
        { query: 'select', text: 'select pg_sleep(0.05), $1::text as kept', ms: expect.any(Number), rows: 1 },
        'A query was slow',
      ],
      [expect.objectContaining({ rows: null, code: '22012' }), 'A query was slow'],
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('a secret');
    expect((await other.visitor().raw('/metrics')).text).toMatch(/^slow_queries_total [1-9]/m);
  } finally {
    await other.close();
  }
});

test('no query is slow when SLOW_QUERY_MS is 0', async () => {
  const other = await startTestServer({ SLOW_QUERY_MS: '0' });
  try {
    const warn = vi.spyOn(other.context.log, 'warn');
    await other.context.pool.query('select pg_sleep(0.6)');
    expect(warn).not.toHaveBeenCalled();
  } finally {
    await other.close();
  }
});

test('metrics answer without the database, and say so', async () => {
  const other = await startTestServer();
  const name = new URL(other.variables['DATABASE_URL'] ?? '').pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('database').connectionString });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const { status, text } = await other.visitor().raw('/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/^database_up 0$/m);
    expect(text).not.toMatch(/^(calls_open|queue_length)/m);
  } finally {
    await admin.end();
    await other.close();
  }
});

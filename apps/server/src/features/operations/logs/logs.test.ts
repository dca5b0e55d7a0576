/** Crash logs of the app (D4.8, D7.5). */
import * as contracts from '@earth/contracts';
import { sealLog } from '@earth/crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { readLogs } from '.';

let server: TestServer;
let logKey: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ logKey } = contracts.clientConfig.parse((await server.visitor().raw('/config.json')).json));
});
afterAll(() => server.close());
beforeEach(() => server.context.pool.query('delete from crash_logs'));

type Log = contracts.CallInput<typeof contracts.sendLog>;
const logOf = async (words: string, change: Partial<Log> = {}): Promise<Log> => ({
  appCode: 'earth',
  now: server.clock.now().toISOString(),
  data: await sealLog(JSON.stringify({ errorMessage: words }), logKey),
  ...change,
});
const send = async (words: string, change?: Partial<Log>) =>
  server.visitor().call(contracts.sendLog, await logOf(words, change));
const fill = (count: number, daysAgo = 0) =>
  server.context.pool.query(
    `insert into crash_logs (id, app_code, told_at, data, created_at)
     select gen_random_uuid(), 'old', now(), 'AAAA', $2::timestamptz - make_interval(days => $3, secs => n)
     from generate_series(1, $1::integer) n`,
    [count, server.clock.now(), daysAgo],
  );
const stored = async () => (await readLogs(server.context)).map(({ log }) => log);

describe('D7.5: POST /services/log', () => {
  test('requires the API key of the build', async () => {
    const headers = { 'x-api-key': 'wrong' };
    const answer = await server.visitor().raw('/services/log', { method: 'POST', headers });
    expect(answer.status).toBe(401);
  });

  test('accepts a session, and refuses an invalid one', async () => {
    const signedIn = await server.signIn('assisted');
    await signedIn.call(contracts.sendLog, await logOf('of Luca'));
    expect(await stored()).toEqual([{ errorMessage: 'of Luca' }]);
    const headers = { authorization: 'Bearer x' };
    expect((await server.visitor().raw('/services/log', { method: 'POST', headers })).status).toBe(401);
  });

  test('D7.5: stores appCode, now and data; the operator can read them, the database alone cannot', async () => {
    await send('Cannot read properties of undefined');
    expect(await readLogs(server.context)).toEqual([
      {
        appCode: 'earth',
        now: expect.stringMatching(/^20/),
        received: expect.stringMatching(/^20/),
        log: { errorMessage: 'Cannot read properties of undefined' },
      },
    ]);
    const { rows } = await server.context.pool.query<{ row: string }>('select crash_logs::text as row from crash_logs');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toMatch(/errorMessage|properties/);
  });

  test('is accepted without a session in a build that requires a login', async () => {
    const tiles = await startTestServer({ BRAND: 'lastrica' });
    try {
      await tiles.visitor().call(contracts.sendLog, await logOf('before the sign-in', { appCode: 'lastrica' }));
      expect(await readLogs(tiles.context)).toHaveLength(1);
    } finally {
      await tiles.close();
    }
  });

  test.each([
    ['appCode', { appCode: '' }],
    ['appCode', { appCode: 'x'.repeat(101) }],
    ['now', { now: 'yesterday' }],
    ['data', { data: '' }],
    ['data', { data: '{"plain":"text"}' }],
    ['data', { data: 'A'.repeat(contracts.LOG_DATA_MAX + 4) }],
  ])('refuses a wrong %s by name, and stores nothing', async (field, change) => {
    await expect(send('x', change)).rejects.toMatchObject({ code: 400, message: `Invalid field: ${field}` });
    expect(await stored()).toEqual([]);
  });

  test('cuts off a body without limit', async () => {
    await expect(send('x', { data: 'A'.repeat(2 * contracts.SMALL_BODY_BYTES) })).rejects.toEqual(refusal('tooLarge'));
  });

  test('stores a log that was not sealed for this server, and reads it as null', async () => {
    await send('x', { data: 'AAAA' });
    expect(await stored()).toEqual([null]);
  });

  test('keeps the newest thousand, for ninety days', async () => {
    const signedIn = await server.signIn('assisted');
    const tell = async (words: string) => signedIn.call(contracts.sendLog, await logOf(words));
    await fill(contracts.LOGS_KEPT + 20);
    await tell('the newest');
    const all = await stored();
    expect([all.length, all.at(-1)]).toEqual([contracts.LOGS_KEPT, { errorMessage: 'the newest' }]);
    await server.context.pool.query('delete from crash_logs');
    await fill(3, contracts.LOGS_KEPT_DAYS);
    await fill(2, contracts.LOGS_KEPT_DAYS - 1);
    await tell('after ninety days');
    expect(await stored()).toEqual([null, null, { errorMessage: 'after ninety days' }]);
  });

  test('limits the calls per minute of an address, and tells it to wait', async () => {
    const busy = await startTestServer();
    try {
      const visitor = busy.visitor();
      const log = await logOf('again');
      for (let sent = 0; sent < 10; sent += 1) await visitor.call(contracts.sendLog, log);
      await expect(visitor.call(contracts.sendLog, log)).rejects.toEqual(refusal('tooManyTries'));
    } finally {
      await busy.close();
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server';
import { insertPic } from '../features/assist/calls/contents-store';
import { createLog } from './log';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function logged(error: unknown): Record<string, unknown> & { err: Record<string, unknown> } {
  const lines: string[] = [];
  createLog('info', { destination: { write: (line) => void lines.push(line) } }).error(
    { err: error },
    'A request failed',
  );
  return JSON.parse(lines[0] ?? '') as ReturnType<typeof logged>;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('logs a failed query without user data', async () => {
  const SECRET = 'Which valve do I close?';
  const pic = { id: randomUUID(), callId: randomUUID(), contactId: randomUUID(), fileName: SECRET };
  const lost = await failureOf(insertPic(server.context.db, { ...pic, cryptoSchema: 0 }));
  const wrong = await failureOf(insertPic(server.context.db, { ...pic, cryptoSchema: 7 as 0 }));
  const unreadable = await failureOf(server.context.pool.query('select $1::uuid', [SECRET]));

  for (const error of [lost, wrong, unreadable]) {
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(logged(error))).not.toContain('valve');
  }
  expect(logged(lost).err).toMatchObject({
    query: expect.stringContaining('insert into "call_pics"'),
    code: '23503',
    table: 'call_pics',
    stack: expect.stringContaining('contents-store'),
  });
  expect(logged(wrong).err).toMatchObject({ code: '23514', constraint: expect.stringContaining('crypto_schema') });
});

test('any other error keeps its message', () => {
  expect(logged(new Error('Nobody is there')).err).toMatchObject({ type: 'Error', message: 'Nobody is there' });
});

/** What the log of a server says about people who sign in: nothing that would let another one in. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestClient } from '../testing/client';
import { people } from '../testing/people';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';

vi.setConfig({ testTimeout: 90_000 });

const API_KEY = 'the-key-of-this-test';
const deviceId = 'device-of-this-test';

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  await bundleServer();
  folder = await makeFolder();
  server = new ServerProcess(folder, { DATA_DIR: 'data', API_KEY, LOG_LEVEL: 'trace' });
});
afterAll(() => cleanUp(folder, [server]));

/** The mail is written after the answer. */
async function lastCode(): Promise<string> {
  const outbox = join(folder, 'data', 'outbox');
  const mails = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  await expect.poll(mails).not.toEqual([]);
  const name = (await mails()).at(-1) ?? '';
  return /\b\d{6}\b/.exec(await readFile(join(outbox, name), 'utf8'))?.[0] ?? '';
}

test('requests are logged by their route; codes, tokens, keys and addresses are not', async () => {
  const headers = () => ({ 'x-api-key': API_KEY, 'x-device-id': deviceId, 'x-timestamp': new Date().toISOString() });
  const visitor = new TestClient({ url: await server.ready(), deviceId, headers });
  const { email, customCode } = people.operator;
  await visitor.call(contracts.confirmCode, { email, customCode });
  const code = await lastCode();
  const device = { deviceId, appOs: 'web', model: 'Test' } as const;
  const { token } = await visitor.call(contracts.signIn, { email, customCode, password: code, ...device });
  const authorization = `Bearer ${token.token}`;
  await visitor.raw(`/services/contacts?profile&token=${token.token}`, { headers: { authorization } });
  await visitor.raw(`/pages/of/${email}?code=${code}`);

  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const lines = server.errors
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', route: '/services/auth', status: 200 }));
  for (const secret of [code, token.token, token.refreshToken, API_KEY, email, deviceId])
    expect(server.errors).not.toContain(secret);
  // Whoever started the server reads the code there, since nobody gets the mail.
  expect(server.output).toContain(`Mail to ${email}: ${code}`);
});
